/** The settings of the store as a whole. */
@NullMarked
package dev.tradewind.catalog.store;

import org.jspecify.annotations.NullMarked;
