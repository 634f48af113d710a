/** Cart responses: the rendered cart with its totals and expanded relations. */
@NullMarked
package dev.tradewind.cart.view;

import org.jspecify.annotations.NullMarked;
