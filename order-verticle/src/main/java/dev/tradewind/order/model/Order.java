package dev.tradewind.order.model;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * An order as it is stored.
 *
 * @param columns its own fields, under their wire names and in their wire form
 * @param snapshot what it took over from the cart: items, methods, addresses, region, totals …
 * @param payments its payments, oldest first
 * @param refunds what went back to the shopper, oldest first
 */
public record Order(
    JsonObject columns, JsonObject snapshot, JsonArray payments, JsonArray refunds) {

  /** The order's own fields in the order in which answers show them. */
  static final List<String> COLUMNS =
      List.of(
          "id",
          "created_at",
          "updated_at",
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
          "draft_order_id",
          "canceled_at",
          "metadata",
          "no_notification",
          "idempotency_key",
          "external_id",
          "sales_channel_id");

  /** From a row of {@link OrderResource}, with its relations. */
  public static Order of(JsonObject row) {
    JsonObject columns = new JsonObject();
    COLUMNS.forEach(name -> columns.put(name, row.getValue(name)));
    return new Order(
        columns,
        row.getJsonObject("snapshot"),
        each(row.getJsonArray("payments"), PaymentView::of),
        each(row.getJsonArray("refunds"), RefundView::of));
  }

  static JsonArray each(JsonArray rows, UnaryOperator<JsonObject> view) {
    JsonArray views = new JsonArray();
    rows.forEach(row -> views.add(view.apply((JsonObject) row)));
    return views;
  }

  public boolean isCanceled() {
    return "canceled".equals(columns.getString("status"));
  }

  public String id() {
    return columns.getString("id");
  }
}
