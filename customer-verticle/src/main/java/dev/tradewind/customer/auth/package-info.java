/** Authentication: login and logout, sessions, tokens, rate limits. */
@NullMarked
package dev.tradewind.customer.auth;

import org.jspecify.annotations.NullMarked;
