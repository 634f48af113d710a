/** Demo shop and generated sample data for development, tests and benchmarks. */
@NullMarked
package dev.tradewind.sample;

import org.jspecify.annotations.NullMarked;
