/** Order changes by staff: update, status, cancellation and refund. */
@NullMarked
package dev.tradewind.order.admin;

import org.jspecify.annotations.NullMarked;
