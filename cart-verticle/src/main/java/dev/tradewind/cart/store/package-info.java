/** Cart persistence and the cache of recently used carts. */
@NullMarked
package dev.tradewind.cart.store;

import org.jspecify.annotations.NullMarked;
