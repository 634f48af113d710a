/** Shipping method operations, rates and eligibility. */
@NullMarked
package dev.tradewind.cart.shipping;

import org.jspecify.annotations.NullMarked;
