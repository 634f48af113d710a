/** Cart verticle: the cart aggregate, its operations and its responses. */
@NullMarked
package dev.tradewind.cart;

import org.jspecify.annotations.NullMarked;
