/** Filters, search, sorting and paging of lists. */
@NullMarked
package dev.tradewind.kernel.resource.query;

import org.jspecify.annotations.NullMarked;
