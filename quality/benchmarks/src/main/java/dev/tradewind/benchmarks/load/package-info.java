/**
 * Load generators: a closed loop of shoppers and streams at fixed rates, each in a process of its
 * own.
 */
@NullMarked
package dev.tradewind.benchmarks.load;

import org.jspecify.annotations.NullMarked;
