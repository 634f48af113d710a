/** Invites of new users. */
@NullMarked
package dev.tradewind.customer.invite;

import org.jspecify.annotations.NullMarked;
