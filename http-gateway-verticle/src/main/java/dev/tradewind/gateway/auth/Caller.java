package dev.tradewind.gateway.auth;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.kernel.operation.Principal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caller of a request.
 *
 * @param role of a user; absent for other callers
 * @param hasSecondFactor whether a user has passed a second factor, or is a program
 * @param permissions patterns to which an API token is limited; absent without a limit
 * @param tokenId id of the signed token that the request contains, which a logout ends
 */
public record Caller(
    Principal principal,
    @Nullable String role,
    boolean hasSecondFactor,
    @Nullable List<String> permissions,
    @Nullable String tokenId) {

  public static final Caller ANONYMOUS = new Caller(Principal.ANONYMOUS, null, false, null, null);

  Caller withTokenId(String id) {
    return new Caller(principal, role, hasSecondFactor, permissions, id);
  }

  /** Whether an API token is not limited to other permissions. */
  public boolean covers(String permission) {
    return permissions == null || RolePermissions.matches(permissions, permission);
  }
}
