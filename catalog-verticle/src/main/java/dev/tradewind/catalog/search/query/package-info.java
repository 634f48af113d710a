/** Execution of searches on the index: matching, ranking, facets and highlighting. */
@NullMarked
package dev.tradewind.catalog.search.query;

import org.jspecify.annotations.NullMarked;
