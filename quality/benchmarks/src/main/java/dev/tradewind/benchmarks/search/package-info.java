/** Searches of a large catalog, beside changes that the next search must find. */
@NullMarked
package dev.tradewind.benchmarks.search;

import org.jspecify.annotations.NullMarked;
