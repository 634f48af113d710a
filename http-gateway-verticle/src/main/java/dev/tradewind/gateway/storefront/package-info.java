/** Static files of the storefront for development and demos. */
@NullMarked
package dev.tradewind.gateway.storefront;

import org.jspecify.annotations.NullMarked;
