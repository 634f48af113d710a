/** Products, variants and prices as requests, imports and the database state them. */
@NullMarked
package dev.tradewind.catalog.product.model;

import org.jspecify.annotations.NullMarked;
