/** Discount and gift card codes of a cart, and the rate limit of wrong codes. */
@NullMarked
package dev.tradewind.cart.discount;

import org.jspecify.annotations.NullMarked;
