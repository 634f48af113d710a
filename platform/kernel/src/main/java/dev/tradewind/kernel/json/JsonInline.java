package dev.tradewind.kernel.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Record, or value with an {@link InlineForm}, whose members are members of the enclosing JSON
 * object; see {@link RecordCodec}. One that may be absent has none of them then.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface JsonInline {}
