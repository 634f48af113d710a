/** Stock at locations: inventory items, their levels, reservations and stock locations. */
@NullMarked
package dev.tradewind.catalog.inventory;

import org.jspecify.annotations.NullMarked;
