/** Providers for tests that calculate, refuse, fail, do not respond or return invalid values. */
@NullMarked
package dev.tradewind.providers.test;

import org.jspecify.annotations.NullMarked;
