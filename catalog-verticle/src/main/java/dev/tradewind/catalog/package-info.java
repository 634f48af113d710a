/** Catalog verticle: wiring. */
@NullMarked
package dev.tradewind.catalog;

import org.jspecify.annotations.NullMarked;
