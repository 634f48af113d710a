/** Prices that hold for a time or for some customers. */
@NullMarked
package dev.tradewind.catalog.pricelist;

import org.jspecify.annotations.NullMarked;
