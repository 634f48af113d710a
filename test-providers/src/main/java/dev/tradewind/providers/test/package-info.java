/** Providers for tests: they calculate, refuse, break, stay silent or answer nonsense, as told. */
@NullMarked
package dev.tradewind.providers.test;

import org.jspecify.annotations.NullMarked;
