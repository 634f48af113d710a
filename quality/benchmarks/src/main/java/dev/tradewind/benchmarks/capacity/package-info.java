/** Costs of requests, the queueing model that predicts throughput from them, and its check. */
@NullMarked
package dev.tradewind.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;
