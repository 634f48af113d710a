/** Measurements of a move from Medusa v1, and of shadow mode before it. */
@NullMarked
package dev.tradewind.benchmarks.movein;

import org.jspecify.annotations.NullMarked;
