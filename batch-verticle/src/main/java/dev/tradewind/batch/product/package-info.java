/** CSV export and import of products, with a lossless round trip. */
@NullMarked
package dev.tradewind.batch.product;

import org.jspecify.annotations.NullMarked;
