/** Product categories: a tree with ranks. */
@NullMarked
package dev.tradewind.catalog.category;

import org.jspecify.annotations.NullMarked;
