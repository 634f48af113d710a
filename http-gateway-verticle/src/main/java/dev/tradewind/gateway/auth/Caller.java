package dev.tradewind.gateway.auth;

import dev.tradewind.kernel.operation.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request.
 *
 * @param role of a user; absent for other callers
 */
public record Caller(Principal principal, @Nullable String role) {

  public static final Caller ANONYMOUS = new Caller(Principal.ANONYMOUS, null);
}
