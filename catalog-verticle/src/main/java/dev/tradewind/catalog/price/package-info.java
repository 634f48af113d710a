/** What a variant costs, where and for whom. */
@NullMarked
package dev.tradewind.catalog.price;

import org.jspecify.annotations.NullMarked;
