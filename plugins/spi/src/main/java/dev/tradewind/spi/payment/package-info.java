/** SPI of payment providers, and the built-in ones. */
@NullMarked
package dev.tradewind.spi.payment;

import org.jspecify.annotations.NullMarked;
