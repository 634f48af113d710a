package dev.tradewind.gateway.dispatch;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Permissions that the relations named by a request need. The catalog and the settings refer to
 * customers and orders, so a role without these must not reach them by {@code expand}, {@code
 * fields} or {@code order}.
 */
final class RelationPermissions {

  private static final List<String> PARAMETERS = List.of("expand", "fields", "order");

  /** Resources that contain data of customers themselves. */
  private static final Set<String> PERSONAL =
      Set.of(
          "customers",
          "draft-orders",
          "gift-cards",
          "notifications",
          "order-edits",
          "orders",
          "payment-collections",
          "payments",
          "returns",
          "swaps");

  private static final Map<String, String> PERMISSION_OF =
      Map.ofEntries(
          Map.entry("cart", "orders:read"),
          Map.entry("carts", "orders:read"),
          Map.entry("claim_order", "orders:read"),
          Map.entry("claims", "orders:read"),
          Map.entry("customer", "customers:read"),
          Map.entry("customers", "customers:read"),
          Map.entry("draft_order", "draft-orders:read"),
          Map.entry("gift_card", "gift-cards:read"),
          Map.entry("gift_cards", "gift-cards:read"),
          Map.entry("order", "orders:read"),
          Map.entry("orders", "orders:read"),
          Map.entry("payment", "orders:read"),
          Map.entry("payments", "orders:read"),
          Map.entry("return_order", "returns:read"),
          Map.entry("returns", "returns:read"),
          Map.entry("swap", "swaps:read"),
          Map.entry("swaps", "swaps:read"));

  private RelationPermissions() {}

  /**
   * Permissions beyond that of the operation.
   *
   * @param permission of the operation
   * @param query validated parameters
   */
  static Set<String> of(String permission, JsonObject query) {
    if (PERSONAL.contains(permission.split(":", 2)[0])) {
      return Set.of();
    }
    return PARAMETERS.stream()
        .map(query::getValue)
        .filter(String.class::isInstance)
        .flatMap(names -> Arrays.stream(((String) names).split("[,.+*\\s-]", -1)))
        .filter(PERMISSION_OF::containsKey)
        .map(PERMISSION_OF::get)
        .collect(Collectors.toUnmodifiableSet());
  }
}
