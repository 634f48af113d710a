/** Conditions under which a discount applies. */
@NullMarked
package dev.tradewind.discount.condition;

import org.jspecify.annotations.NullMarked;
