/** The users who run the shop. */
@NullMarked
package dev.tradewind.customer.user;

import org.jspecify.annotations.NullMarked;
