/** Line items and shipping methods of an order, with their amounts and progress. */
@NullMarked
package dev.tradewind.order.line;

import org.jspecify.annotations.NullMarked;
