/** What other verticles may ask the cart verticle. */
@NullMarked
package dev.tradewind.model.cart;

import org.jspecify.annotations.NullMarked;
