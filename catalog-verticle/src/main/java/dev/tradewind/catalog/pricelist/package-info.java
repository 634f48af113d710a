/** Price lists, limited in time or to customer groups. */
@NullMarked
package dev.tradewind.catalog.pricelist;

import org.jspecify.annotations.NullMarked;
