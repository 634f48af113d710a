/** Self-service of customers: account, addresses and orders. */
@NullMarked
package dev.tradewind.customer.account;

import org.jspecify.annotations.NullMarked;
