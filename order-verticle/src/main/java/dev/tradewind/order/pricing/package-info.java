/** Prices and tax rates of goods and shipping that are added to an order after the sale. */
@NullMarked
package dev.tradewind.order.pricing;

import org.jspecify.annotations.NullMarked;
