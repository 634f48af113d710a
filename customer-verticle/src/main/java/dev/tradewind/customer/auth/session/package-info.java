/** Sessions: their cookie, their rows, and the deletion of expired ones. */
@NullMarked
package dev.tradewind.customer.auth.session;

import org.jspecify.annotations.NullMarked;
