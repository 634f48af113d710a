/** Reads of products and variants, for storefront, staff, carts and exports. */
@NullMarked
package dev.tradewind.catalog.product.read;

import org.jspecify.annotations.NullMarked;
