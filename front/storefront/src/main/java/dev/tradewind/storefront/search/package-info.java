/** Searches behind the lists of the storefront: facets, suggestions, help for empty results. */
@NullMarked
package dev.tradewind.storefront.search;

import org.jspecify.annotations.NullMarked;
