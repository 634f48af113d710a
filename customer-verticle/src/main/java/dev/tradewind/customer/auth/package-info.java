/** Who may come in: logging in and out, sessions, tokens, and who a credential belongs to. */
@NullMarked
package dev.tradewind.customer.auth;

import org.jspecify.annotations.NullMarked;
