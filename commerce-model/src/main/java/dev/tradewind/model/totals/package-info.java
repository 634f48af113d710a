/** What a cart costs: a pure, exact engine without I/O. */
@NullMarked
package dev.tradewind.model.totals;

import org.jspecify.annotations.NullMarked;
