@NullMarked
package dev.tradewind.benchmarks.load;

import org.jspecify.annotations.NullMarked;
