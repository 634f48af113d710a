/** Accounts of customers and staff, with their password hashes. */
@NullMarked
package dev.tradewind.customer.auth.account;

import org.jspecify.annotations.NullMarked;
