/** Operations of the search in the forms of Medusa v1 and of Meilisearch. */
@NullMarked
package dev.tradewind.catalog.search.api;

import org.jspecify.annotations.NullMarked;
