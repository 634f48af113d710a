/** Addresses, as every verticle that keeps one writes them. */
@NullMarked
package dev.tradewind.api.address;

import org.jspecify.annotations.NullMarked;
