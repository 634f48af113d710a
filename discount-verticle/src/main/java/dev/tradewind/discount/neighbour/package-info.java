/** What discounts refer to and other verticles own. */
@NullMarked
package dev.tradewind.discount.neighbour;

import org.jspecify.annotations.NullMarked;
