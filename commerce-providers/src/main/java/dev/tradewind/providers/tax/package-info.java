/** SPI of tax providers, and the built-in one. */
@NullMarked
package dev.tradewind.providers.tax;

import org.jspecify.annotations.NullMarked;
