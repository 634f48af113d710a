@NullMarked
package dev.tradewind.benchmarks.nodes;

import org.jspecify.annotations.NullMarked;
