/** Fulfillments and returns: the goods of an order on their way out and back. */
@NullMarked
package dev.tradewind.order.aftersale;

import org.jspecify.annotations.NullMarked;
