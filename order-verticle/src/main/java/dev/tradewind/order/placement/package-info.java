/** Order placement: stock, redemption, payment and the order in one transaction. */
@NullMarked
package dev.tradewind.order.placement;

import org.jspecify.annotations.NullMarked;
