/** What other verticles show of what lives here. */
@NullMarked
package dev.tradewind.customer.reference;

import org.jspecify.annotations.NullMarked;
