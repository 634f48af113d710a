/** Filter expressions of the search: their grammar and their parts. */
@NullMarked
package dev.tradewind.catalog.search.filter;

import org.jspecify.annotations.NullMarked;
