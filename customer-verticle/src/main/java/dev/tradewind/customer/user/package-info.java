/** Users of the admin API. */
@NullMarked
package dev.tradewind.customer.user;

import org.jspecify.annotations.NullMarked;
