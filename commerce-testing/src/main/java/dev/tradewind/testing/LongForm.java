package dev.tradewind.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Tests that {@code ./tradewind verify --all} alone runs; docs/testing.md names what {@code
 * ./tradewind verify} runs in their place.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "tradewind.all", matches = "true")
public @interface LongForm {}
