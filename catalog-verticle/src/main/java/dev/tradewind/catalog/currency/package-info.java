/** Currencies. */
@NullMarked
package dev.tradewind.catalog.currency;

import org.jspecify.annotations.NullMarked;
