/** What other verticles know of customer groups by id only. */
@NullMarked
package dev.tradewind.customer.reference;

import org.jspecify.annotations.NullMarked;
