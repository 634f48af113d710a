/** SPI of fulfillment providers, and the built-in one. */
@NullMarked
package dev.tradewind.providers.fulfillment;

import org.jspecify.annotations.NullMarked;
