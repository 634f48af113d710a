/**
 * Test providers that calculate, reject, fail, time out or return invalid results, as configured.
 */
@NullMarked
package dev.tradewind.providers.test;

import org.jspecify.annotations.NullMarked;
