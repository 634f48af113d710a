package dev.tradewind.kernel.json;

import java.util.function.Function;

/**
 * JSON form of a type whose members lie beside the others ({@link JsonInline}), in the form of a
 * record.
 *
 * @param members record that has the members
 */
public record InlineForm<T, R extends Record>(
    Class<T> type, Class<R> members, Function<R, T> reader, Function<T, R> writer)
    implements CodecForm {}
