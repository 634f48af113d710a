/** Latency figures, the machine that they were taken on, and the pages that show them. */
@NullMarked
package dev.tradewind.benchmarks.report;

import org.jspecify.annotations.NullMarked;
