package dev.tradewind.gateway.auth;

import dev.tradewind.kernel.operation.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Who sends a request.
 *
 * @param role of a user; nobody else has one
 */
public record Caller(Principal principal, @Nullable String role) {

  public static final Caller ANONYMOUS = new Caller(Principal.ANONYMOUS, null);
}
