/** What is wanted: the cart as one aggregate, its operations and its view. */
@NullMarked
package dev.tradewind.cart;

import org.jspecify.annotations.NullMarked;
