/** Conversion of sales to the documents of orders and carts. */
@NullMarked
package dev.tradewind.medusa.document;

import org.jspecify.annotations.NullMarked;
