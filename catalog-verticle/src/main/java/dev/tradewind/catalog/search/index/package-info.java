/** Search index of a node: documents, segments, prices, and how it follows the database. */
@NullMarked
package dev.tradewind.catalog.search.index;

import org.jspecify.annotations.NullMarked;
