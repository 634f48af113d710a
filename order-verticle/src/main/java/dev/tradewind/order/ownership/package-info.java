/** Claims of the ownership of orders by customers. */
@NullMarked
package dev.tradewind.order.ownership;

import org.jspecify.annotations.NullMarked;
