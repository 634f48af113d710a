/** Discounts: codes, rules, regions and dynamic codes. */
@NullMarked
package dev.tradewind.discount.discount;

import org.jspecify.annotations.NullMarked;
