/** Cost of hooks for the requests that wait for them. */
@NullMarked
package dev.tradewind.benchmarks.hooks;

import org.jspecify.annotations.NullMarked;
