/** Password hashing. */
@NullMarked
package dev.tradewind.customer.password;

import org.jspecify.annotations.NullMarked;
