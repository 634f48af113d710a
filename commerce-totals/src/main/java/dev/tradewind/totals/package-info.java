/**
 * What a cart or an order costs: a pure, exact engine without I/O, that can tell how it came to its
 * amounts.
 */
@NullMarked
package dev.tradewind.totals;

import org.jspecify.annotations.NullMarked;
