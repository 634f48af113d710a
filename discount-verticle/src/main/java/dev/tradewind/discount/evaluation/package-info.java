/** Which discounts a cart may use, and on which lines. */
@NullMarked
package dev.tradewind.discount.evaluation;

import org.jspecify.annotations.NullMarked;
