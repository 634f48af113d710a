package dev.tradewind.sample;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.LineTotals;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Sample order with its payment, in the form that checkout leaves. */
record SampleOrder(JsonObject row, JsonObject payment) {

  private static final Instant FIRST = Instant.parse("2024-02-01T00:00:00Z");
  private static final long SECONDS_BETWEEN = 53;

  /** Of ten orders, this many are captured and this many of those completed. */
  private static final int CAPTURED = 7;

  private static final int COMPLETED = 3;

  static SampleOrder of(int number, JsonObject shelf, JsonArray buyers) {
    return new Draft(number, shelf, buyers.getJsonObject(number % buyers.size())).order();
  }

  /** Intermediate state of an order being generated. */
  private static final class Draft {

    private final int number;
    private final JsonObject region;
    private final JsonObject shelf;
    private final JsonObject buyer;
    private final String now;
    private final TaxRate rate;

    Draft(int number, JsonObject shelf, JsonObject buyer) {
      this.number = number;
      this.shelf = shelf;
      this.region = shelf.getJsonObject("region");
      this.buyer = buyer;
      this.now = Timestamps.format(FIRST.plusSeconds(number * SECONDS_BETWEEN));
      this.rate =
          new TaxRate(
              new BigDecimal(region.getNumber("tax_rate").toString()), "default", "default");
    }

    SampleOrder order() {
      List<JsonObject> items = items();
      JsonObject method = method();
      List<TaxableLine> lines = items.stream().map(this::taxable).toList();
      TotalsInput input =
          TotalsInput.of(
              lines,
              List.of(
                  new TaxableMethod(
                      method.getString("id"), method.getLong("price"), false, List.of(rate))));
      CartTotals totals = CartTotals.of(input);
      items.forEach(item -> addTotals(item, totals.line(item.getString("id"))));
      addTotals(method, totals.method(method.getString("id")));
      JsonObject snapshot =
          snapshot(items, method).put("totals", totals(totals)).put("basket", input.toJson());
      boolean captured = number % 10 < CAPTURED;
      return new SampleOrder(
          row(totals, captured).put("snapshot", snapshot), payment(totals, captured));
    }

    private String id(String prefix) {
      return id(prefix, 0);
    }

    /** Each order has at most ten rows of a kind. */
    private String id(String prefix, int position) {
      return String.format(Locale.ROOT, "%s_00SEED%020d", prefix, number * 10L + position);
    }

    private JsonObject row(CartTotals totals, boolean captured) {
      JsonObject channel = shelf.getJsonObject("sales_channel");
      return new JsonObject()
          .put("id", id("order"))
          .put("status", number % 10 < COMPLETED ? "completed" : "pending")
          .put("payment_status", captured ? "captured" : "awaiting")
          .put("cart_id", id("cart"))
          .put("customer_id", buyer.getString("id"))
          .put("email", buyer.getString("email"))
          .put("region_id", region.getString("id"))
          .put("currency_code", region.getString("currency_code"))
          .put("sales_channel_id", channel == null ? null : channel.getString("id"))
          .put("total", totals.total())
          .put("created_at", now);
    }

    private JsonObject payment(CartTotals totals, boolean captured) {
      return new JsonObject()
          .put("id", id("pay"))
          .put("order_id", id("order"))
          .put("cart_id", id("cart"))
          .put("amount", totals.total())
          .put("currency_code", region.getString("currency_code"))
          .put("provider_id", "manual")
          .put("data", new JsonObject().put("status", "authorized"))
          .put("captured_at", captured ? now : null)
          .put("created_at", now);
    }

    /** One to three lines, of different products if possible. */
    private List<JsonObject> items() {
      JsonArray goods = shelf.getJsonArray("goods");
      int count = Math.min(goods.size(), 1 + number % 3);
      List<JsonObject> items = new ArrayList<>(count);
      for (int position = 0; position < count; position++) {
        JsonObject good = goods.getJsonObject((int) ((number * 31L + position) % goods.size()));
        items.add(item(position, good));
      }
      return items;
    }

    private JsonObject item(int position, JsonObject good) {
      JsonObject variant = good.getJsonObject("variant");
      String id = id("item", position);
      JsonObject item = stamped(id).put("cart_id", id("cart")).put("order_id", id("order"));
      for (String absent :
          List.of("swap_id", "claim_order_id", "original_item_id", "order_edit_id")) {
        item.putNull(absent);
      }
      return item.put("title", good.getString("title"))
          .put("description", variant.getString("title"))
          .put("thumbnail", good.getString("thumbnail"))
          .put("is_return", false)
          .put("is_giftcard", false)
          .put("should_merge", true)
          .put("allow_discounts", true)
          .put("has_shipping", true)
          .put("unit_price", good.getLong("unit_price"))
          .put("variant_id", variant.getString("id"))
          .put("quantity", 1 + (number + position) % 4)
          .put("fulfilled_quantity", null)
          .put("returned_quantity", null)
          .put("shipped_quantity", null)
          .put("metadata", new JsonObject())
          .put("includes_tax", false)
          .put("adjustments", new JsonArray())
          .put("tax_lines", taxLine(id("litl", position), "item_id", id))
          .put("variant", variant);
    }

    private JsonArray taxLine(String id, String ownerName, String owner) {
      return new JsonArray()
          .add(
              stamped(id)
                  .put("rate", rate.percent())
                  .put("name", rate.name())
                  .put("code", rate.code())
                  .put(ownerName, owner)
                  .putNull("metadata"));
    }

    private TaxableLine taxable(JsonObject item) {
      return new TaxableLine(
          item.getString("id"),
          item.getLong("unit_price"),
          item.getLong("quantity"),
          false,
          List.of(rate),
          false);
    }

    private JsonObject method() {
      JsonObject option = shelf.getJsonObject("shipping_option");
      String id = id("sm");
      JsonObject method =
          new JsonObject()
              .put("id", id)
              .put("shipping_option_id", option.getString("id"))
              .put("order_id", id("order"))
              .putNull("claim_order_id")
              .put("cart_id", id("cart"))
              .putNull("swap_id")
              .putNull("return_id");
      return method
          .put("price", option.getLong("amount"))
          .put("data", new JsonObject())
          .put("includes_tax", false)
          .put("shipping_option", option)
          .put("tax_lines", taxLine(id("smtl"), "shipping_method_id", id));
    }

    private static void addTotals(JsonObject item, LineTotals totals) {
      item.put("subtotal", totals.subtotal())
          .put("discount_total", 0)
          .put("total", totals.total())
          .put("original_total", totals.originalTotal())
          .put("original_tax_total", totals.originalTaxTotal())
          .put("tax_total", totals.taxTotal())
          .put("raw_discount_total", 0)
          .put("refundable", totals.total());
    }

    private static void addTotals(JsonObject method, MethodTotals totals) {
      method
          .put("original_total", totals.originalTotal())
          .put("total", totals.total())
          .put("subtotal", totals.subtotal())
          .put("original_tax_total", totals.originalTaxTotal())
          .put("tax_total", totals.taxTotal());
    }

    private static JsonObject totals(CartTotals totals) {
      return new JsonObject()
          .put("subtotal", totals.subtotal())
          .put("discount_total", 0)
          .put("raw_discount_total", 0)
          .put("shipping_total", totals.shippingTotal())
          .put("item_tax_total", totals.itemTaxTotal())
          .put("shipping_tax_total", totals.shippingTaxTotal())
          .put("gift_card_total", 0)
          .put("gift_card_tax_total", 0)
          .put("tax_total", totals.taxTotal())
          .put("total", totals.total());
    }

    private JsonObject snapshot(List<JsonObject> items, JsonObject method) {
      JsonObject address = address();
      return new JsonObject()
          .put("discounts", new JsonArray())
          .put("gift_cards", new JsonArray())
          .put("items", new JsonArray(items))
          .put("shipping_methods", new JsonArray().add(method))
          .put("region", region)
          .put("currency", shelf.getJsonObject("currency"))
          .put("shipping_address_id", address.getString("id"))
          .put("shipping_address", address)
          .put("billing_address_id", null)
          .put("billing_address", null)
          .put("customer", buyer)
          .put("sales_channel", shelf.getJsonObject("sales_channel"));
    }

    private JsonObject address() {
      return stamped(id("addr"))
          .put("deleted_at", null)
          .put("customer_id", null)
          .put("company", null)
          .put("first_name", buyer.getString("first_name"))
          .put("last_name", buyer.getString("last_name"))
          .put("address_1", "Harbour Street " + (1 + number % 120))
          .put("address_2", null)
          .put("city", "Harbour Town")
          .put("country_code", "de")
          .put("province", null)
          .put("postal_code", String.format(Locale.ROOT, "%05d", 1000 + number % 90_000))
          .put("phone", buyer.getString("phone"))
          .put("metadata", null);
    }

    private JsonObject stamped(String id) {
      return new JsonObject().put("id", id).put("created_at", now).put("updated_at", now);
    }
  }
}
