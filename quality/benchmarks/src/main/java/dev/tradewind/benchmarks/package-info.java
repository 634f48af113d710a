/** Benchmarks of the shop beside the ceiling of its stack, and profiles of both. */
@NullMarked
package dev.tradewind.benchmarks;

import org.jspecify.annotations.NullMarked;
