/** Installed payment and fulfillment providers. */
@NullMarked
package dev.tradewind.catalog.provider;

import org.jspecify.annotations.NullMarked;
