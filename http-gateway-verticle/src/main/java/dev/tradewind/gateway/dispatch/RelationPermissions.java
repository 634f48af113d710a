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
public final class RelationPermissions {

  private static final List<String> PARAMETERS = List.of("expand", "fields", "order");

  /** Kind of resource that a relation shows, by the name of the relation. */
  private static final Map<String, String> KIND_OF =
      Map.ofEntries(
          Map.entry("author", "users"),
          Map.entry("cart", "orders"),
          Map.entry("carts", "orders"),
          Map.entry("categories", "product-categories"),
          Map.entry("claim_order", "orders"),
          Map.entry("claims", "orders"),
          Map.entry("created_by_user", "users"),
          Map.entry("customer", "customers"),
          Map.entry("customer_groups", "customer-groups"),
          Map.entry("customers", "customers"),
          Map.entry("discount", "discounts"),
          Map.entry("discounts", "discounts"),
          Map.entry("draft_order", "draft-orders"),
          Map.entry("edits", "order-edits"),
          Map.entry("gift_card", "gift-cards"),
          Map.entry("gift_cards", "gift-cards"),
          Map.entry("groups", "customer-groups"),
          Map.entry("order", "orders"),
          Map.entry("order_edit", "order-edits"),
          Map.entry("orders", "orders"),
          Map.entry("parent_discount", "discounts"),
          Map.entry("payment", "orders"),
          Map.entry("payment_collection", "payment-collections"),
          Map.entry("payments", "orders"),
          Map.entry("price_list", "price-lists"),
          Map.entry("price_lists", "price-lists"),
          Map.entry("prices", "products"),
          Map.entry("product_collections", "collections"),
          Map.entry("product_tags", "product-tags"),
          Map.entry("product_types", "product-types"),
          Map.entry("products", "products"),
          Map.entry("return_order", "returns"),
          Map.entry("returns", "returns"),
          Map.entry("sales_channels", "sales-channels"),
          Map.entry("shipping_options", "shipping-options"),
          Map.entry("swap", "swaps"),
          Map.entry("swaps", "swaps"));

  /** Relations that belong to a resource of a kind, and are read with it. */
  private static final Map<String, Set<String>> PARTS =
      Map.ofEntries(
          Map.entry("batch-jobs", Set.of("created_by_user")),
          Map.entry(
              "discounts",
              Set.of(
                  "customer_groups",
                  "product_collections",
                  "product_tags",
                  "product_types",
                  "products")),
          Map.entry(
              "draft-orders",
              Set.of("cart", "customer", "discount", "discounts", "gift_cards", "payment")),
          Map.entry("notes", Set.of("author")),
          Map.entry("order-edits", Set.of("discount", "payment_collection")),
          Map.entry(
              "orders",
              Set.of(
                  "customer",
                  "discount",
                  "discounts",
                  "edits",
                  "gift_card",
                  "gift_cards",
                  "order_edit",
                  "payment_collection",
                  "return_order",
                  "returns",
                  "swap",
                  "swaps")),
          Map.entry("payment-collections", Set.of("payments")),
          Map.entry("price-lists", Set.of("customer_groups", "prices")),
          Map.entry("products", Set.of("categories", "sales_channels")),
          Map.entry(
              "swaps",
              Set.of(
                  "cart",
                  "discount",
                  "discounts",
                  "gift_cards",
                  "order",
                  "payment",
                  "return_order")),
          Map.entry("stock-locations", Set.of("sales_channels")),
          Map.entry("tax-rates", Set.of("product_types")),
          Map.entry("variants", Set.of("categories", "prices", "sales_channels")));

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
  public static Set<String> ofPath(String permission, String path) {
    String kind = permission.substring(0, permission.indexOf(':'));
    Set<String> needed = new LinkedHashSet<>();
    for (String name : path.split("[.+*-]", -1)) {
      String document = KIND_OF.get(name);
      if (document == null || document.equals(kind) || isPart(kind, name)) {
        continue;
      }
      kind = document;
      needed.add(document + ":read");
    }
    return needed;
  }

  /** Whether a relation belongs to the resources of a kind. */
  public static boolean isPart(String kind, String relation) {
    return PARTS.getOrDefault(kind, Set.of()).contains(relation);
  }
}
