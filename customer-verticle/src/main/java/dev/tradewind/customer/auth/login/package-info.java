/** Sign-in with a password: sessions, tokens and rate limits. */
@NullMarked
package dev.tradewind.customer.auth.login;

import org.jspecify.annotations.NullMarked;
