package dev.tradewind.cart;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which fields and relations of a cart a reader wants.
 *
 * @param fields own fields and totals; absent means all of them
 * @param relations dotted paths, every prefix of a path included
 */
record CartSelection(@Nullable Set<String> fields, Set<String> relations) {

  private static final Set<String> DEFAULT_RELATIONS =
      Set.of(
          "billing_address",
          "discounts",
          "discounts.rule",
          "gift_cards",
          "items",
          "items.adjustments",
          "items.tax_lines",
          "items.variant",
          "items.variant.product",
          "items.variant.product.profiles",
          "payment",
          "payment_sessions",
          "region",
          "region.countries",
          "region.payment_providers",
          "region.tax_rates",
          "sales_channel",
          "shipping_address",
          "shipping_methods",
          "shipping_methods.shipping_option",
          "shipping_methods.tax_lines");

  private static final Set<String> RELATIONS = union(DEFAULT_RELATIONS, Set.of("customer"));

  private static final Set<String> OWN_FIELDS =
      Set.of(
          "id",
          "object",
          "created_at",
          "updated_at",
          "deleted_at",
          "email",
          "billing_address_id",
          "shipping_address_id",
          "region_id",
          "customer_id",
          "payment_id",
          "type",
          "completed_at",
          "payment_authorized_at",
          "idempotency_key",
          "context",
          "metadata",
          "sales_channel_id");

  private static final Set<String> TOTALS =
      Set.of(
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "item_tax_total",
          "shipping_total",
          "shipping_tax_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "refunded_total",
          "refundable_amount",
          "total");

  private static final Set<String> FIELDS = union(OWN_FIELDS, TOTALS);

  /**
   * From the query parameters {@code expand} and {@code fields}.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 for names that a cart has not
   */
  static CartSelection of(JsonObject query) {
    Set<String> relations = new LinkedHashSet<>();
    Set<String> expand = names(query.getString("expand"));
    if (expand == null) {
      relations.addAll(DEFAULT_RELATIONS);
    } else {
      requireKnown(expand, RELATIONS);
      expand.forEach(path -> addWithPrefixes(relations, path));
    }
    Set<String> given = names(query.getString("fields"));
    return new CartSelection(given == null ? null : fields(given), relations);
  }

  private static Set<String> fields(Set<String> given) {
    boolean signed =
        !given.isEmpty()
            && given.stream().allMatch(name -> name.startsWith("+") || name.startsWith("-"));
    Set<String> fields = new HashSet<>();
    if (signed) {
      fields.addAll(FIELDS);
      given.forEach(name -> {
        requireKnown(Set.of(name.substring(1)), FIELDS);
        if (name.startsWith("-")) {
          fields.remove(name.substring(1));
        }
      });
    } else {
      requireKnown(given, FIELDS);
      fields.addAll(given);
    }
    fields.add("id");
    return fields;
  }

  boolean wantsCustomer() {
    return relations.contains("customer");
  }

  /** The parts of a rendered cart that are wanted. */
  JsonObject apply(JsonObject cart) {
    JsonObject shown = pruned(cart, "");
    if (!relations.contains("payment_sessions")) {
      shown.remove("payment_session");
    }
    if (fields != null) {
      FIELDS.stream().filter(name -> !fields.contains(name)).forEach(shown::remove);
    }
    return shown;
  }

  private JsonObject pruned(JsonObject object, String path) {
    JsonObject shown = new JsonObject();
    object.forEach(entry -> {
      String child = path + entry.getKey();
      if (!RELATIONS.contains(child)) {
        boolean profileOfProduct =
            path.equals("items.variant.product.") && entry.getKey().startsWith("profile");
        if (!profileOfProduct || relations.contains(path + "profiles")) {
          shown.put(entry.getKey(), entry.getValue());
        }
      } else if (relations.contains(child)) {
        shown.put(entry.getKey(), prunedValue(entry.getValue(), child + "."));
      }
    });
    return shown;
  }

  private @Nullable Object prunedValue(@Nullable Object value, String path) {
    if (value instanceof JsonObject object) {
      return pruned(object, path);
    }
    if (value instanceof JsonArray array) {
      JsonArray shown = new JsonArray();
      array.forEach(element -> shown.add(prunedValue(element, path)));
      return shown;
    }
    return value;
  }

  private static @Nullable Set<String> names(@Nullable String parameter) {
    if (parameter == null) {
      return null;
    }
    Set<String> names = new LinkedHashSet<>();
    Arrays.stream(parameter.split(",", -1))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .forEach(names::add);
    return names;
  }

  private static void addWithPrefixes(Set<String> relations, String path) {
    for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
      relations.add(path.substring(0, dot));
    }
    relations.add(path);
  }

  private static void requireKnown(Set<String> names, Set<String> known) {
    List<String> unknown = names.stream().filter(name -> !known.contains(name)).toList();
    if (!unknown.isEmpty()) {
      throw new Problem.InvalidData(
              "Requested fields [" + String.join(", ", unknown) + "] are not valid")
          .toException();
    }
  }

  private static Set<String> union(Set<String> first, Set<String> second) {
    Set<String> union = new HashSet<>(first);
    union.addAll(second);
    return Set.copyOf(union);
  }
}
