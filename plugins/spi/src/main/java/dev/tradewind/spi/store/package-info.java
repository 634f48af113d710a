/** Data of a plugin in the shop's database, and its work in the background. */
@NullMarked
package dev.tradewind.spi.store;

import org.jspecify.annotations.NullMarked;
