/** Client and internal operations of the cart verticle. */
@NullMarked
package dev.tradewind.api.cart;

import org.jspecify.annotations.NullMarked;
