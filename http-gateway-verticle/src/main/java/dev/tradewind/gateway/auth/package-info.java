/** Who may come in: credentials, allowed origins and what a browser is told about them. */
@NullMarked
package dev.tradewind.gateway.auth;

import org.jspecify.annotations.NullMarked;
