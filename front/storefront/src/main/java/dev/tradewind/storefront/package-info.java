/** Storefront: pages rendered on the server from the operations of the store API. */
@NullMarked
package dev.tradewind.storefront;

import org.jspecify.annotations.NullMarked;
