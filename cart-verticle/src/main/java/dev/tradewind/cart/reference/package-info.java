/** Reference data of other verticles that a cart needs, and its caches. */
@NullMarked
package dev.tradewind.cart.reference;

import org.jspecify.annotations.NullMarked;
