/** Tests of what measures, for a wrong ruler is worse than none. */
@NullMarked
package dev.tradewind.benchmarks;

import org.jspecify.annotations.NullMarked;
