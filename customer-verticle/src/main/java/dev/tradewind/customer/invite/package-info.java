/** Asking people to help running the shop. */
@NullMarked
package dev.tradewind.customer.invite;

import org.jspecify.annotations.NullMarked;
