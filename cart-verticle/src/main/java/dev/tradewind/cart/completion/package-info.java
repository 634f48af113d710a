/**
 * Cart completion: validation, payment authorization and exactly one placement by the order
 * verticle.
 */
@NullMarked
package dev.tradewind.cart.completion;

import org.jspecify.annotations.NullMarked;
