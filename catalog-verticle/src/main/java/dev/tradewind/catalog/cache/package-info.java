/** Cache of the catalog's responses. */
@NullMarked
package dev.tradewind.catalog.cache;

import org.jspecify.annotations.NullMarked;
