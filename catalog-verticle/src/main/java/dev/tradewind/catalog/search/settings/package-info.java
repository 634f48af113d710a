/** Settings of the search that staff edit, and the report of queries. */
@NullMarked
package dev.tradewind.catalog.search.settings;

import org.jspecify.annotations.NullMarked;
