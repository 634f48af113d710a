package dev.tradewind.acceptance;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checker of responses against the field lists of the resources: every field that is not only
 * expanded is there, null or empty where there is nothing.
 */
final class ResourceFields {

  /** Resources by the member of the response that holds one or a list of them. */
  private static final Map<String, String> ANSWERS =
      Map.ofEntries(
          Map.entry("user", "User"),
          Map.entry("users", "User"),
          Map.entry("apps", "App"),
          Map.entry("batch_job", "BatchJob"),
          Map.entry("batch_jobs", "BatchJob"),
          Map.entry("collection", "ProductCollection"),
          Map.entry("collections", "ProductCollection"),
          Map.entry("currency", "Currency"),
          Map.entry("currencies", "Currency"),
          Map.entry("customer_group", "CustomerGroup"),
          Map.entry("customer_groups", "CustomerGroup"),
          Map.entry("customer", "Customer"),
          Map.entry("customers", "Customer"),
          Map.entry("discount", "Discount"),
          Map.entry("discounts", "Discount"),
          Map.entry("discount_condition", "DiscountCondition"),
          Map.entry("draft_order", "DraftOrder"),
          Map.entry("draft_orders", "DraftOrder"),
          Map.entry("cart", "Cart"),
          Map.entry("region", "Region"),
          Map.entry("regions", "Region"),
          Map.entry("gift_card", "GiftCard"),
          Map.entry("gift_cards", "GiftCard"),
          Map.entry("sales_channel", "SalesChannel"),
          Map.entry("sales_channels", "SalesChannel"),
          Map.entry("order", "Order"),
          Map.entry("orders", "Order"));

  /** Anyone with the code of a gift card learns its balance, and nothing else. */
  private static final String GIFT_CARD_BY_CODE = "/store/gift-cards/";

  private final JsonObject resources;

  ResourceFields() {
    try (InputStream stream =
        Objects.requireNonNull(
            ResourceFields.class.getResourceAsStream("/resources-of-contract.json"))) {
      resources = new JsonObject(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Paths of missing fields in a response. */
  List<String> missing(String pathAndQuery, int status, String body) {
    if (status / 100 != 2
        || !body.startsWith("{")
        || pathAndQuery.contains("fields=")
        || pathAndQuery.startsWith(GIFT_CARD_BY_CODE)) {
      return List.of();
    }
    boolean isDefault = !pathAndQuery.contains("expand=");
    List<String> missing = new ArrayList<>();
    JsonObject answer = new JsonObject(body);
    ANSWERS.forEach(
        (name, resource) -> check(answer.getValue(name), resource, isDefault, name, missing));
    switch (String.valueOf(answer.getString("type"))) {
      case "order" -> check(answer.getValue("data"), "Order", isDefault, "data", missing);
      case "cart" -> check(answer.getValue("data"), "Cart", isDefault, "data", missing);
      default -> {}
    }
    return missing;
  }

  /**
   * Checks a resource or a list of them.
   *
   * @param isDefault whether its relations are those that it has by default
   */
  private void check(
      @Nullable Object value,
      @Nullable String resource,
      boolean isDefault,
      String path,
      List<String> missing) {
    if (resource == null) {
      return;
    }
    if (value instanceof JsonArray elements) {
      for (int i = 0; i < elements.size(); i++) {
        check(elements.getValue(i), resource, isDefault, path + "[" + i + "]", missing);
      }
    } else if (value instanceof JsonObject shown) {
      JsonObject described = Objects.requireNonNull(resources.getJsonObject(resource), resource);
      described.getJsonArray("fields").stream()
          .map(String.class::cast)
          .filter(field -> !shown.containsKey(field))
          .forEach(field -> missing.add(path + "." + field));
      relations(described, "relations")
          .forEach((name, target) -> {
            if (!shown.containsKey(name) && isDefault) {
              missing.add(path + "." + name);
            }
            check(shown.getValue(name), target, isDefault, path + "." + name, missing);
          });
      relations(described, "shown")
          .forEach((name, target) ->
              check(shown.getValue(name), target, isDefault, path + "." + name, missing));
      relations(described, "expand")
          .forEach((name, target) ->
              check(shown.getValue(name), target, false, path + "." + name, missing));
    }
  }

  private static Map<String, @Nullable String> relations(JsonObject described, String kind) {
    Map<String, @Nullable String> relations = new LinkedHashMap<>();
    described
        .getJsonObject(kind, new JsonObject())
        .forEach(member -> relations.put(member.getKey(), (String) member.getValue()));
    return relations;
  }
}
