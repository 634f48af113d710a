/** Fulfillments and shipments of orders, and their operations at the fulfillment providers. */
@NullMarked
package dev.tradewind.order.fulfillment;

import org.jspecify.annotations.NullMarked;
