package dev.tradewind.gateway.dispatch;

import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Permissions that the relations named by a request need: a relation shows a resource of its own
 * kind, so {@code expand}, {@code fields} and {@code order} need the permission to read that kind,
 * unless the relation is a part of the resource that it starts from.
 */
final class RelationPermissions {

  private static final List<String> PARAMETERS = List.of("expand", "fields", "order");

  /** Kind of resource that a relation shows, by the name of the relation. */
  private static final Map<String, String> KIND_OF =
      Map.ofEntries(
          Map.entry("cart", "orders"),
          Map.entry("carts", "orders"),
          Map.entry("claim_order", "orders"),
          Map.entry("claims", "orders"),
          Map.entry("customer", "customers"),
          Map.entry("customers", "customers"),
          Map.entry("draft_order", "draft-orders"),
          Map.entry("gift_card", "gift-cards"),
          Map.entry("gift_cards", "gift-cards"),
          Map.entry("groups", "customer-groups"),
          Map.entry("order", "orders"),
          Map.entry("orders", "orders"),
          Map.entry("payment", "orders"),
          Map.entry("payments", "orders"),
          Map.entry("return_order", "returns"),
          Map.entry("returns", "returns"),
          Map.entry("swap", "swaps"),
          Map.entry("swaps", "swaps"));

  /** Relations that belong to a resource of a kind, and are read with it. */
  private static final Map<String, Set<String>> PARTS =
      Map.of(
          "orders",
          Set.of("customer", "gift_card", "gift_cards", "return_order", "returns", "swap", "swaps"),
          "draft-orders",
          Set.of("cart", "customer", "gift_cards", "payment"),
          "swaps",
          Set.of("cart", "gift_cards", "order", "payment", "return_order"),
          "payment-collections",
          Set.of("payments"),
          "gift-cards",
          Set.of("order"));

  private RelationPermissions() {}

  /**
   * Permissions beyond the permission of the operation.
   *
   * @param permission of the operation
   * @param query validated parameters
   */
  static Set<String> of(String permission, JsonObject query) {
    return PARAMETERS.stream()
        .map(query::getValue)
        .filter(String.class::isInstance)
        .flatMap(names -> Arrays.stream(((String) names).split("[,\\s]", -1)))
        .flatMap(path -> ofPath(permission, path).stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** Permissions that a path of relations needs beyond the permission of the operation. */
  static Set<String> ofPath(String permission, String path) {
    String kind = permission.substring(0, permission.indexOf(':'));
    Set<String> needed = new LinkedHashSet<>();
    for (String name : path.split("[.+*-]", -1)) {
      String document = KIND_OF.get(name);
      if (document == null
          || document.equals(kind)
          || PARTS.getOrDefault(kind, Set.of()).contains(name)) {
        continue;
      }
      kind = document;
      needed.add(document + ":read");
    }
    return needed;
  }
}
