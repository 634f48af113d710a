/** What other verticles may ask the catalogue, and how it answers. */
@NullMarked
package dev.tradewind.model.catalog;

import org.jspecify.annotations.NullMarked;
