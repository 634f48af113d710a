/** Change logs, by which the database decides about the freshness of cached data. */
@NullMarked
package dev.tradewind.kernel.changelog;

import org.jspecify.annotations.NullMarked;
