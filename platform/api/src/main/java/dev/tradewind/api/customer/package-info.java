/** Messages, client and cache invalidations of the customer verticle. */
@NullMarked
package dev.tradewind.api.customer;

import org.jspecify.annotations.NullMarked;
