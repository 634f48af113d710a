/** Discounts: codes, rules, regions and dynamic codes. */
@NullMarked
package dev.tradewind.discount.definition;

import org.jspecify.annotations.NullMarked;
