/** Bulk reads and writes of products for CSV export and import. */
@NullMarked
package dev.tradewind.catalog.bulk;

import org.jspecify.annotations.NullMarked;
