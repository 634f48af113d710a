/** Retention of carts. */
@NullMarked
package dev.tradewind.cart.retention;

import org.jspecify.annotations.NullMarked;
