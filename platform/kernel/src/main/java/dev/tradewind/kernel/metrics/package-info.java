/** Metrics of a node: where its registry is found, and gauges of facts in the database. */
@NullMarked
package dev.tradewind.kernel.metrics;

import org.jspecify.annotations.NullMarked;
