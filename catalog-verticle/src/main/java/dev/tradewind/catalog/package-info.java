/** The verticle that owns what is sold: wiring, and the demo shop. */
@NullMarked
package dev.tradewind.catalog;

import org.jspecify.annotations.NullMarked;
