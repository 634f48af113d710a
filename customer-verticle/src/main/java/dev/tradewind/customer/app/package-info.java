/** Applications of others that work for the shop. */
@NullMarked
package dev.tradewind.customer.app;

import org.jspecify.annotations.NullMarked;
