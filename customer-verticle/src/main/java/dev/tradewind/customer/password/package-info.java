/** How passwords are kept and checked. */
@NullMarked
package dev.tradewind.customer.password;

import org.jspecify.annotations.NullMarked;
