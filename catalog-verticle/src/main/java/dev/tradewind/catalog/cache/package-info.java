/** Cache of responses, whose freshness the database decides. */
@NullMarked
package dev.tradewind.catalog.cache;

import org.jspecify.annotations.NullMarked;
