/** Customers: administration, lists and storage. */
@NullMarked
package dev.tradewind.customer.customer;

import org.jspecify.annotations.NullMarked;
