/** Tax rates of regions and their targets. */
@NullMarked
package dev.tradewind.catalog.tax;

import org.jspecify.annotations.NullMarked;
