/** Import of the prices of a price list. */
@NullMarked
package dev.tradewind.batch.pricelist;

import org.jspecify.annotations.NullMarked;
