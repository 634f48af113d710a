/** Swaps: their creation, confirmation, payment, fulfillment and cancellation. */
@NullMarked
package dev.tradewind.order.swap;

import org.jspecify.annotations.NullMarked;
