/** Shipping options, their requirements and profiles. */
@NullMarked
package dev.tradewind.catalog.shipping;

import org.jspecify.annotations.NullMarked;
