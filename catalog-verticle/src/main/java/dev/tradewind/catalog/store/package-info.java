/** Settings of the store. */
@NullMarked
package dev.tradewind.catalog.store;

import org.jspecify.annotations.NullMarked;
