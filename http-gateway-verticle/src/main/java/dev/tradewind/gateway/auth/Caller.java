package dev.tradewind.gateway.auth;

import dev.tradewind.kernel.operation.Principal;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request.
 *
 * @param role of a user; absent for other callers
 * @param hasSecondFactor whether a user has passed a second factor, or is a program
 * @param tokenId id of the signed token that the request contains, which a logout ends
 */
public record Caller(
    Principal principal, @Nullable String role, boolean hasSecondFactor, @Nullable String tokenId) {

  public static final Caller ANONYMOUS = new Caller(Principal.ANONYMOUS, null, false, null);

  Caller withTokenId(String id) {
    return new Caller(principal, role, hasSecondFactor, id);
  }
}
