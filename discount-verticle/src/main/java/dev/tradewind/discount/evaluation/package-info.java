/** Evaluation of discounts for a cart. */
@NullMarked
package dev.tradewind.discount.evaluation;

import org.jspecify.annotations.NullMarked;
