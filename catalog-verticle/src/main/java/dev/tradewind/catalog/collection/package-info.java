/** Product collections. */
@NullMarked
package dev.tradewind.catalog.collection;

import org.jspecify.annotations.NullMarked;
