/** Logins of users and customers: list, and end by their owner and by staff. */
@NullMarked
package dev.tradewind.customer.login;

import org.jspecify.annotations.NullMarked;
