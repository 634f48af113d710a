/** Reservations of stock for line items of orders. */
@NullMarked
package dev.tradewind.order.reservation;

import org.jspecify.annotations.NullMarked;
