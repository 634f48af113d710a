/**
 * How a cart becomes an order: checked, paid for and handed to the order verticle, exactly once.
 */
@NullMarked
package dev.tradewind.cart.completion;

import org.jspecify.annotations.NullMarked;
