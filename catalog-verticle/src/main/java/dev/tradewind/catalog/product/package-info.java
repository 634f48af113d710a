/** Products and their variants, for storefront, staff and carts. */
@NullMarked
package dev.tradewind.catalog.product;

import org.jspecify.annotations.NullMarked;
