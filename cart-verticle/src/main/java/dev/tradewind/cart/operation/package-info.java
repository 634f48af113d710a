/**
 * Operations on a cart as a whole: creation, update, addresses, region, payment sessions and the
 * explanation of totals.
 */
@NullMarked
package dev.tradewind.cart.operation;

import org.jspecify.annotations.NullMarked;
