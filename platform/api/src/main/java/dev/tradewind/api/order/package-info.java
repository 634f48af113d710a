/** Messages and client of the order verticle, and the failpoints of checkout. */
@NullMarked
package dev.tradewind.api.order;

import org.jspecify.annotations.NullMarked;
