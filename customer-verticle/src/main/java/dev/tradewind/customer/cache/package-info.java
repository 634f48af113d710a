/** Cache of the responses of the customer verticle. */
@NullMarked
package dev.tradewind.customer.cache;

import org.jspecify.annotations.NullMarked;
