/** Query plans of pages over large tables. */
@NullMarked
package dev.tradewind.benchmarks.plans;

import org.jspecify.annotations.NullMarked;
