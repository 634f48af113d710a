/** Order responses and queries. */
@NullMarked
package dev.tradewind.order.view;

import org.jspecify.annotations.NullMarked;
