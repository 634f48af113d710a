/** Measures parts of the service by themselves. */
@NullMarked
package dev.tradewind.benchmarks;

import org.jspecify.annotations.NullMarked;
