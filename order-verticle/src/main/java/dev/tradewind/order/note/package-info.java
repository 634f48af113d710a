/** Notes of staff about orders and other resources. */
@NullMarked
package dev.tradewind.order.note;

import org.jspecify.annotations.NullMarked;
