/** What other verticles may ask the cart verticle. */
@NullMarked
package dev.tradewind.api.cart;

import org.jspecify.annotations.NullMarked;
