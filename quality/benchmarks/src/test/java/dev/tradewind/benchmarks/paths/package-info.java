@NullMarked
package dev.tradewind.benchmarks.paths;

import org.jspecify.annotations.NullMarked;
