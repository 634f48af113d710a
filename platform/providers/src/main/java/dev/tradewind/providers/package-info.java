/** Providers that are installed on a node. */
@NullMarked
package dev.tradewind.providers;

import org.jspecify.annotations.NullMarked;
