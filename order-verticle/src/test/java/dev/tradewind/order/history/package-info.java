/** Random histories of orders after the sale, against a model of units and money. */
@NullMarked
package dev.tradewind.order.history;

import org.jspecify.annotations.NullMarked;
