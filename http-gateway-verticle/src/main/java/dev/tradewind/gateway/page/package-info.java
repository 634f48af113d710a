/** Interfaces of what other modules serve at a gateway, or at the management port. */
@NullMarked
package dev.tradewind.gateway.page;

import org.jspecify.annotations.NullMarked;
