/** SPI of notification providers. */
@NullMarked
package dev.tradewind.spi.notification;

import org.jspecify.annotations.NullMarked;
