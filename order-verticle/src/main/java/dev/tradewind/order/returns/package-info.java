/** Returns of orders and the reasons for them. */
@NullMarked
package dev.tradewind.order.returns;

import org.jspecify.annotations.NullMarked;
