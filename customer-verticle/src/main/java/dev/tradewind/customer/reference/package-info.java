/** What other verticles show of users and customer groups that they know by id only. */
@NullMarked
package dev.tradewind.customer.reference;

import org.jspecify.annotations.NullMarked;
