/** Prices of variants by region, currency and customer. */
@NullMarked
package dev.tradewind.catalog.price;

import org.jspecify.annotations.NullMarked;
