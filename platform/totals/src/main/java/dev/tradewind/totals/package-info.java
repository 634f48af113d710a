/**
 * Totals engine of carts and orders: pure and exact, without I/O, with an explanation of every
 * amount.
 */
@NullMarked
package dev.tradewind.totals;

import org.jspecify.annotations.NullMarked;
