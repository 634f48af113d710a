/** Messages, client and cache invalidations of the catalog verticle. */
@NullMarked
package dev.tradewind.api.catalog;

import org.jspecify.annotations.NullMarked;
