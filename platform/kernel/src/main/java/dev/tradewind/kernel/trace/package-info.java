/** Spans of statements. */
@NullMarked
package dev.tradewind.kernel.trace;

import org.jspecify.annotations.NullMarked;
