/** Messages, client and cache invalidations of the discount verticle. */
@NullMarked
package dev.tradewind.api.discount;

import org.jspecify.annotations.NullMarked;
