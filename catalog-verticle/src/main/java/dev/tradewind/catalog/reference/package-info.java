/** What other verticles know of the catalogue by id only. */
@NullMarked
package dev.tradewind.catalog.reference;

import org.jspecify.annotations.NullMarked;
