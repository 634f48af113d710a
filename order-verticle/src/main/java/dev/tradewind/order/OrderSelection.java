package dev.tradewind.order;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which fields and relations of an order the storefront asked for. */
record OrderSelection(Set<String> fields, Set<String> relations) {

  private static final Set<String> TOTALS =
      Set.of(
          "subtotal",
          "discount_total",
          "raw_discount_total",
          "shipping_total",
          "item_tax_total",
          "shipping_tax_total",
          "tax_total",
          "gift_card_total",
          "gift_card_tax_total",
          "refunded_total",
          "paid_total",
          "refundable_amount",
          "total");

  private static final Set<String> DEFAULT_FIELDS =
      union(
          Set.of(
              "id",
              "object",
              "status",
              "fulfillment_status",
              "payment_status",
              "display_id",
              "cart_id",
              "customer_id",
              "email",
              "region_id",
              "currency_code",
              "tax_rate",
              "created_at"),
          TOTALS);

  private static final Set<String> DEFAULT_RELATIONS =
      Set.of(
          "shipping_address",
          "fulfillments",
          "fulfillments.tracking_links",
          "items",
          "items.variant",
          "shipping_methods",
          "shipping_methods.shipping_option",
          "discounts",
          "discounts.rule",
          "customer",
          "payments",
          "region");

  private static final Set<String> ALLOWED_FIELDS =
      union(DEFAULT_FIELDS, Set.of("items.refundable"));

  private static final Set<String> ALLOWED_RELATIONS =
      union(DEFAULT_RELATIONS, Set.of("billing_address"));

  static OrderSelection of(JsonObject query) {
    Set<String> fields = names(query.getString("fields"), DEFAULT_FIELDS);
    Set<String> relations = names(query.getString("expand"), DEFAULT_RELATIONS);
    List<String> unknown = new ArrayList<>();
    fields.stream().filter(name -> !ALLOWED_FIELDS.contains(name)).forEach(unknown::add);
    relations.stream().filter(name -> !ALLOWED_RELATIONS.contains(name)).forEach(unknown::add);
    if (!unknown.isEmpty()) {
      throw new Problem.InvalidData(
              "Requested fields [%s] are not valid".formatted(String.join(", ", unknown)))
          .toException();
    }
    return new OrderSelection(fields, relations);
  }

  JsonObject apply(Order order) {
    JsonObject whole = OrderView.whole(order);
    JsonObject view = new JsonObject();
    for (String name : whole.fieldNames()) {
      if (name.equals("id") || fields.contains(name) || hasRelation(name)) {
        view.put(name, whole.getValue(name));
      }
    }
    strip(view, "items", "variant");
    strip(view, "shipping_methods", "shipping_option");
    return view;
  }

  /** A nested name asks for what it is nested in as well. */
  private boolean hasRelation(String name) {
    return relations.contains(name)
        || relations.stream().anyMatch(relation -> relation.startsWith(name + "."))
        || fields.stream().anyMatch(field -> field.startsWith(name + "."));
  }

  private void strip(JsonObject view, String relation, String nested) {
    JsonArray elements = view.getJsonArray(relation);
    if (elements == null || relations.contains(relation + "." + nested)) {
      return;
    }
    JsonArray stripped = new JsonArray();
    for (Object element : elements) {
      JsonObject copy = ((JsonObject) element).copy();
      copy.remove(nested);
      stripped.add(copy);
    }
    view.put(relation, stripped);
  }

  private static Set<String> names(@Nullable String list, Set<String> absent) {
    if (list == null) {
      return absent;
    }
    Set<String> names = new LinkedHashSet<>();
    for (String name : list.split(",")) {
      if (!name.isBlank()) {
        names.add(name.strip());
      }
    }
    return names;
  }

  private static Set<String> union(Set<String> some, Set<String> more) {
    Set<String> union = new LinkedHashSet<>(some);
    union.addAll(more);
    return Set.copyOf(union);
  }
}
