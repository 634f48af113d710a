/** The database of the Medusa v1 shop, read from one snapshot. */
@NullMarked
package dev.tradewind.medusa.source;

import org.jspecify.annotations.NullMarked;
