/** Who may come in: logging in and out, sessions, tokens, and who a credential belongs to. */
@NullMarked
package dev.tradewind.customer.access;

import org.jspecify.annotations.NullMarked;
