/** Change and reset of passwords. */
@NullMarked
package dev.tradewind.customer.auth.reset;

import org.jspecify.annotations.NullMarked;
