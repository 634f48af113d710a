/** Gift cards that were bought in an order: what of their price can still be credited. */
@NullMarked
package dev.tradewind.order.giftcard;

import org.jspecify.annotations.NullMarked;
