/** Customer verticle: customers with addresses and groups, users, authentication. */
@NullMarked
package dev.tradewind.customer;

import org.jspecify.annotations.NullMarked;
