/** SPI of tax providers, and the built-in one. */
@NullMarked
package dev.tradewind.spi.tax;

import org.jspecify.annotations.NullMarked;
