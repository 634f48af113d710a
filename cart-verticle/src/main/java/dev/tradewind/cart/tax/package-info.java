/** Tax lines from the region's own rates or from a tax provider. */
@NullMarked
package dev.tradewind.cart.tax;

import org.jspecify.annotations.NullMarked;
