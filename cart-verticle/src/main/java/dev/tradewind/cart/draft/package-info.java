/** Carts behind draft orders. */
@NullMarked
package dev.tradewind.cart.draft;

import org.jspecify.annotations.NullMarked;
