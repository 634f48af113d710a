/** Latency figures, the machine they were measured on, and the pages that show them. */
@NullMarked
package dev.tradewind.benchmarks.report;

import org.jspecify.annotations.NullMarked;
