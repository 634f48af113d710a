/** Products and their variants, as shoppers see them and as carts embed them. */
@NullMarked
package dev.tradewind.catalog.product;

import org.jspecify.annotations.NullMarked;
