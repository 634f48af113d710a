/** SPI of fulfillment providers, and the built-in one. */
@NullMarked
package dev.tradewind.spi.fulfillment;

import org.jspecify.annotations.NullMarked;
