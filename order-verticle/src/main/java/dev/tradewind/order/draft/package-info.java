/** Draft orders and their payment. */
@NullMarked
package dev.tradewind.order.draft;

import org.jspecify.annotations.NullMarked;
