/** Typed access to request bodies. */
@NullMarked
package dev.tradewind.catalog.input;

import org.jspecify.annotations.NullMarked;
