/** Who buys and who runs the shop: customers, their addresses and groups, users. */
@NullMarked
package dev.tradewind.customer;

import org.jspecify.annotations.NullMarked;
