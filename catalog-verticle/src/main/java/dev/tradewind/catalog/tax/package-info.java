/** Tax rates of regions, and what they apply to. */
@NullMarked
package dev.tradewind.catalog.tax;

import org.jspecify.annotations.NullMarked;
