/** Carts of swaps: their content comes from the order, and their completion confirms the swap. */
@NullMarked
package dev.tradewind.cart.swap;

import org.jspecify.annotations.NullMarked;
