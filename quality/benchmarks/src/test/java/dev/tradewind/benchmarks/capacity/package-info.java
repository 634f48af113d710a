@NullMarked
package dev.tradewind.benchmarks.capacity;

import org.jspecify.annotations.NullMarked;
