package dev.tradewind.gateway.dispatch;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.kernel.operation.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Access of staff by role, API token and second factor. The limits of an API token apply even where
 * roles are not enforced.
 */
public final class StaffAccess {

  private final GatewayConfig config;

  public StaffAccess(GatewayConfig config) {
    this.config = config;
  }

  /**
   * @throws dev.tradewind.kernel.operation.Problem 403 if the caller lacks the permission
   */
  public void requirePermission(String permission, Caller caller) {
    String refusal = refusal(permission, caller);
    if (refusal != null) {
      throw Problem.forbidden(refusal);
    }
  }

  /**
   * Admits a user with the permission, and with a second factor where the node requires one.
   *
   * @throws dev.tradewind.kernel.operation.Problem 401 if the caller is no user, 403 if the user
   *     lacks one of the two
   */
  public void requireStaff(String permission, Caller caller) {
    if (!caller.principal().isUser()) {
      throw Problem.unauthorized();
    }
    requirePermission(permission, caller);
    requireSecondFactor(caller);
  }

  /** Why the caller lacks the permission; null if it has it. */
  public @Nullable String refusal(String permission, Caller caller) {
    if (config.enforcesRoles() && !config.security().roles().allow(caller.role(), permission)) {
      return "The role of the user does not allow this";
    }
    return caller.covers(permission) ? null : "The API token does not allow this";
  }

  /** Patterns of the permissions of a user, as a service that decides itself needs them. */
  public List<String> permissions(Caller caller) {
    if (!caller.principal().isUser()) {
      return List.of();
    }
    List<String> ofRole =
        config.enforcesRoles()
            ? config.security().roles().patterns(caller.role())
            : List.of(RolePermissions.ALL);
    List<String> ofToken = caller.permissions();
    return ofToken == null ? ofRole : RolePermissions.common(ofRole, ofToken);
  }

  /**
   * @throws dev.tradewind.kernel.operation.Problem 403 if the node requires a second factor, and
   *     the user has none
   */
  public void requireSecondFactor(Caller caller) {
    if (config.security().requiresSecondFactor()
        && caller.principal().isUser()
        && !caller.hasSecondFactor()) {
      throw Problem.forbidden(
          "The user has to enroll a second factor first", "second_factor_required");
    }
  }
}
