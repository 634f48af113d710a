/** What the discount verticle tells others: discounts judged for a cart, gift cards, refusals. */
@NullMarked
package dev.tradewind.model.discount;

import org.jspecify.annotations.NullMarked;
