/** SPI of notification providers. */
@NullMarked
package dev.tradewind.providers.notification;

import org.jspecify.annotations.NullMarked;
