/** Audit log: entries about logins and refusals, and the list of all entries. */
@NullMarked
package dev.tradewind.customer.audit;

import org.jspecify.annotations.NullMarked;
