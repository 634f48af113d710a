/** Throughput of several nodes, each in a network namespace and a control group of its own. */
@NullMarked
package dev.tradewind.benchmarks.nodes;

import org.jspecify.annotations.NullMarked;
