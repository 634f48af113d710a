/** SPI of plugins: their lifecycle, settings and routes. */
@NullMarked
package dev.tradewind.spi;

import org.jspecify.annotations.NullMarked;
