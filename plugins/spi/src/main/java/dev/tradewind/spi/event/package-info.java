/** Events of the shop for subscribers in plugins. */
@NullMarked
package dev.tradewind.spi.event;

import org.jspecify.annotations.NullMarked;
