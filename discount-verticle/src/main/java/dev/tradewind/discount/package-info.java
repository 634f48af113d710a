/** Discount verticle: discounts and gift cards. */
@NullMarked
package dev.tradewind.discount;

import org.jspecify.annotations.NullMarked;
