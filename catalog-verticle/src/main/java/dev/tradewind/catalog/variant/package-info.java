/** Variants in the storefront. */
@NullMarked
package dev.tradewind.catalog.variant;

import org.jspecify.annotations.NullMarked;
