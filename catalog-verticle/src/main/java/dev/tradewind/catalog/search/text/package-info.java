/** Words of the search: how texts and queries are split, folded and stemmed. */
@NullMarked
package dev.tradewind.catalog.search.text;

import org.jspecify.annotations.NullMarked;
