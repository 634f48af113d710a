package dev.tradewind.spi;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caller of a plugin's route, as the shop has authenticated it. */
public sealed interface RouteCaller {

  /** Caller without a valid login of the shop. */
  record Anonymous() implements RouteCaller {}

  /** Customer with an account, at a route for shoppers. */
  record Shopper(String customerId) implements RouteCaller {}

  /**
   * User, or one of the user's API tokens, at a route for staff.
   *
   * @param role null: none
   * @param permissions patterns such as {@code orders:*}, as far as an API token allows them;
   *     {@code *} where roles are not enforced
   */
  record Staff(String userId, @Nullable String role, List<String> permissions)
      implements RouteCaller {

    public Staff {
      permissions = List.copyOf(permissions);
    }

    /** Whether the user has a permission, such as {@code orders:refund}. */
    public boolean may(String permission) {
      int colon = permission.indexOf(':');
      return permissions.contains("*")
          || permissions.contains(permission)
          || permissions.contains(permission.substring(0, colon + 1) + "*")
          || permissions.contains("*" + permission.substring(colon));
    }
  }
}
