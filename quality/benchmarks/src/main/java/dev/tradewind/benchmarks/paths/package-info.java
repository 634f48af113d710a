/** Benchmarks of single request paths, and the environment that they run in. */
@NullMarked
package dev.tradewind.benchmarks.paths;

import org.jspecify.annotations.NullMarked;
