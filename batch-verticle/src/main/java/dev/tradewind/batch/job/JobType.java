package dev.tradewind.batch.job;

import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Type of a batch job, and the part of its context that is stored. */
public enum JobType {
  PRODUCT_IMPORT("product-import", "products:write") {
    @Override
    JsonObject prepared(JsonObject context) {
      return context.copy();
    }
  },

  PRODUCT_EXPORT("product-export", "products:read") {
    @Override
    JsonObject prepared(JsonObject context) {
      JsonObject stored = context.copy();
      CONFIGURING.forEach(stored::remove);
      stored.put("list_config", listConfig(context));
      return stored;
    }
  },

  PRICE_LIST_IMPORT("price-list-import", "price-lists:write") {
    @Override
    JsonObject prepared(JsonObject context) {
      if (!(context.getValue("price_list_id") instanceof String id) || id.isEmpty()) {
        throw Problem.invalidData("Price list id is required");
      }
      return context.copy();
    }
  },

  ORDER_EXPORT("order-export", "orders:read") {
    @Override
    JsonObject prepared(JsonObject context) {
      JsonObject stored = context.copy();
      CONFIGURING.forEach(stored::remove);
      JsonObject order = order(text(context, "order"));
      if (!ORDERS_SORTED_BY.containsAll(order.fieldNames())) {
        throw Problem.invalidData(
            "Order field " + order.fieldNames().iterator().next() + " is not valid");
      }
      return stored.put(
          "list_config",
          new JsonObject()
              .put("skip", count(context, "offset", 0))
              .put("take", count(context, "limit", DEFAULT_TAKE))
              .put("order", order)
              .put(
                  "relations",
                  names(text(context, "expand"), ORDER_RELATIONS, ORDER_RELATIONS::contains))
              .put("select", names(text(context, "fields"), ORDER_FIELDS, JobType::isOrderField)));
    }
  };

  /** Relations of orders that an export has columns for. */
  private static final List<String> ORDER_RELATIONS =
      List.of("customer", "shipping_address", "sales_channel");

  /** Fields of orders that an export has columns for. */
  private static final List<String> ORDER_FIELDS =
      List.of(
          "id",
          "display_id",
          "status",
          "created_at",
          "fulfillment_status",
          "payment_status",
          "subtotal",
          "shipping_total",
          "discount_total",
          "gift_card_total",
          "refunded_total",
          "tax_total",
          "total",
          "currency_code",
          "region_id");

  /** Names the columns of declared fields, which an export without a selection has too. */
  private static final String METADATA = "metadata";

  private static final List<String> ORDERS_SORTED_BY = List.of("created_at", "display_id");

  private static final List<String> CONFIGURING =
      List.of("limit", "offset", "order", "fields", "expand");

  private static final int DEFAULT_TAKE = 50;

  private static final List<String> RELATIONS =
      List.of(
          "categories",
          "collection",
          "images",
          "options",
          "options.values",
          "profiles",
          "sales_channels",
          "tags",
          "type",
          "variants",
          "variants.options",
          "variants.prices",
          "variants.prices.region");

  private final String label;
  private final String permission;

  JobType(String label, String permission) {
    this.label = label;
    this.permission = permission;
  }

  /** Permission of what a job of this type reads or writes. */
  String permission() {
    return permission;
  }

  /** Wire name. */
  public String label() {
    return label;
  }

  /**
   * Type of that wire name.
   *
   * @throws dev.tradewind.kernel.operation.Problem 404 for an unknown one
   */
  static JobType of(String label) {
    return Arrays.stream(values())
        .filter(type -> type.label.equals(label))
        .findFirst()
        .orElseThrow(
            () -> Problem.notFound("Unable to find a BatchJob strategy with the type " + label));
  }

  /** Whether a job of this type reads data out of the shop. */
  boolean isExport() {
    return this == PRODUCT_EXPORT || this == ORDER_EXPORT;
  }

  /** Context to store, from the one of the client. */
  abstract JsonObject prepared(JsonObject context);

  /**
   * List configuration of an export.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 for an unknown field or relation
   */
  private static JsonObject listConfig(JsonObject context) {
    JsonObject config =
        new JsonObject()
            .put("skip", count(context, "offset", 0))
            .put("take", count(context, "limit", DEFAULT_TAKE))
            .put("order", order(text(context, "order")))
            .put("relations", names(text(context, "expand"), RELATIONS, JobType::isRelation));
    String fields = text(context, "fields");
    if (fields == null) {
      return config;
    }
    return config.put("select", names(fields, List.of(), JobType::isField));
  }

  /** Whether an export of orders with that list configuration has columns of declared fields. */
  public static boolean showsFieldsOfOrders(JsonObject config) {
    List<String> selected = JsonArrays.strings(config.getJsonArray("select"));
    return selected.contains(METADATA) || selected.equals(ORDER_FIELDS);
  }

  private static boolean isOrderField(String name) {
    return name.equals(METADATA) || ORDER_FIELDS.contains(name);
  }

  private static boolean isRelation(String name) {
    return RELATIONS.stream().anyMatch(each -> each.equals(name) || each.startsWith(name + "."));
  }

  private static boolean isField(String name) {
    return CatalogColumns.PRODUCT.find(name).isPresent();
  }

  private static int count(JsonObject context, String name, int absent) {
    Object value = context.getValue(name);
    if (value == null) {
      return absent;
    }
    if (value instanceof Number number
        && number.doubleValue() == number.intValue()
        && number.intValue() >= 0) {
      return number.intValue();
    }
    throw Problem.invalidData(name + " must be a number conforming to the specified constraints");
  }

  private static @Nullable String text(JsonObject context, String name) {
    Object value = context.getValue(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw Problem.invalidData(name + " must be a string");
  }

  private static JsonObject order(@Nullable String value) {
    String order = value == null || value.isBlank() ? "-created_at" : value;
    if (order.startsWith("-")) {
      return new JsonObject().put(order.substring(1), "DESC");
    }
    return new JsonObject().put(order, "ASC");
  }

  private static JsonArray names(
      @Nullable String value, List<String> absent, Predicate<String> isKnown) {
    if (value == null) {
      return new JsonArray(absent);
    }
    List<String> names =
        Arrays.stream(value.split(",", -1))
            .map(String::strip)
            .filter(name -> !name.isEmpty())
            .toList();
    List<String> unknown = names.stream().filter(isKnown.negate()).toList();
    if (!unknown.isEmpty()) {
      throw Problem.invalidData(
          "Requested fields [" + String.join(", ", unknown) + "] are not valid");
    }
    return new JsonArray(names);
  }
}
