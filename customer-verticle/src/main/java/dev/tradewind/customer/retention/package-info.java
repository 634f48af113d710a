/** Retention of guests. */
@NullMarked
package dev.tradewind.customer.retention;

import org.jspecify.annotations.NullMarked;
