/** Order verticle: orders, draft orders and their payments. */
@NullMarked
package dev.tradewind.order;

import org.jspecify.annotations.NullMarked;
