/** Hooks: decisions of a shop's own code before the shop acts. */
@NullMarked
package dev.tradewind.spi.hook;

import org.jspecify.annotations.NullMarked;
