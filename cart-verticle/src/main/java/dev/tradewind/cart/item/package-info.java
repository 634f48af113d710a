/** Line item operations and rules. */
@NullMarked
package dev.tradewind.cart.item;

import org.jspecify.annotations.NullMarked;
