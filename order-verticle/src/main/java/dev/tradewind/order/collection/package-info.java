/** Payment collections of orders: amounts due beside the sale, their sessions and payments. */
@NullMarked
package dev.tradewind.order.collection;

import org.jspecify.annotations.NullMarked;
