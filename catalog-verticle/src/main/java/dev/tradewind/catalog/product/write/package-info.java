/** Writes of products, variants, options and prices, by staff and by imports. */
@NullMarked
package dev.tradewind.catalog.product.write;

import org.jspecify.annotations.NullMarked;
