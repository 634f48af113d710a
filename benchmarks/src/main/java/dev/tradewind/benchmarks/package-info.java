/** Measures the shop beside the ceiling of its stack, and shows where its time goes. */
@NullMarked
package dev.tradewind.benchmarks;

import org.jspecify.annotations.NullMarked;
