package dev.tradewind.medusa.document;

import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Sha256;
import dev.tradewind.totals.GiftCardTransaction;
import dev.tradewind.totals.OrderTotals;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Conversion of sales and what follows them to documents: the snapshot of an order, the state of a
 * cart, the goods of returns, swaps, claims and edits.
 */
public final class SaleDocuments {

  private SaleDocuments() {}

  /** Row of an order with the snapshot of its sale. */
  public static JsonObject order(JsonObject row) {
    List<JsonObject> lines = objects(row, "items");
    List<JsonObject> methods = objects(row, "shipping_methods");
    JsonObject region = row.getJsonObject("region");
    SoldAmounts amounts =
        SoldAmounts.of(
            lines, methods, objects(row, "discounts"), region, row.getNumber("tax_rate"));
    OrderTotals totals = totals(amounts, objects(row, "gift_card_transactions"), region);
    JsonObject customer = row.getJsonObject("customer");
    if (customer != null) {
      customer.remove("password_hash");
    }
    JsonObject snapshot =
        new JsonObject()
            .put("basket", amounts.input().toJson())
            .put("discounts", WireTimes.of(row.getJsonArray("discounts")))
            .put("gift_cards", WireTimes.of(row.getJsonArray("gift_cards")))
            .put("gift_card_transactions", WireTimes.of(row.getJsonArray("gift_card_transactions")))
            .put("items", lines(lines, amounts))
            .put("shipping_methods", methods(methods, amounts))
            .put("region", WireTimes.of(region))
            .put("currency", row.getJsonObject("currency"));
    JsonArrays.objects(snapshot.getJsonArray("discounts"))
        .forEach(discount -> discount.remove("usage_count"));
    putAddress(snapshot, "shipping_address", row);
    putAddress(snapshot, "billing_address", row);
    snapshot
        .put("customer", WireTimes.of(customer))
        .put("sales_channel", WireTimes.of(row.getJsonObject("sales_channel")))
        .put("totals", amounts.totals(totals));
    return row.put("snapshot", snapshot).put("total", totals.total() - amounts.correction());
  }

  private static OrderTotals totals(
      SoldAmounts amounts, List<JsonObject> transactions, JsonObject region) {
    Number present =
        Boolean.TRUE.equals(region.getBoolean("gift_cards_taxable"))
            ? region.getNumber("tax_rate")
            : null;
    return OrderTotals.of(
        amounts.input(),
        transactions.stream()
            .map(each ->
                new GiftCardTransaction(
                    each.getString("gift_card_id"),
                    each.getLong("amount"),
                    each.getBoolean("is_taxable"),
                    decimal(each.getNumber("tax_rate")),
                    decimal(present)))
            .toList(),
        0,
        0);
  }

  static @Nullable BigDecimal decimal(@Nullable Number number) {
    return number == null ? null : new BigDecimal(number.toString());
  }

  private static void putAddress(JsonObject document, String name, JsonObject row) {
    JsonObject address = WireTimes.of(row.getJsonObject(name));
    document.put(name + "_id", address == null ? null : address.getString("id")).put(name, address);
  }

  /** Row of a return with its shipping method. */
  public static JsonObject returnedGoods(JsonObject row) {
    List<JsonObject> methods = objects(row, "shipping_methods");
    JsonArray documents =
        methods(methods, SoldAmounts.of(List.of(), methods, List.of(), null, null));
    return row.put("shipping_method", documents.isEmpty() ? null : documents.getJsonObject(0));
  }

  /** Row of a swap with its goods. */
  public static JsonObject swap(JsonObject row) {
    return goods(row, "items");
  }

  /** Row of a claim with its goods. */
  public static JsonObject claim(JsonObject row) {
    return goods(row, "additional_items");
  }

  private static JsonObject goods(JsonObject row, String linesName) {
    List<JsonObject> lines = objects(row, "additional");
    List<JsonObject> methods = objects(row, "methods");
    SoldAmounts amounts = SoldAmounts.of(lines, methods, List.of(), null, null);
    return row.put(linesName, lines(lines, amounts))
        .put("shipping_methods", methods(methods, amounts))
        .put("shipping_address", WireTimes.of(row.getJsonObject("address")));
  }

  /** Row of an edit with its lines and changes. */
  public static JsonObject edit(JsonObject row) {
    List<JsonObject> lines = objects(row, "lines");
    List<JsonObject> methods = objects(row, "methods");
    List<JsonObject> originals = objects(row, "originals");
    List<JsonObject> discounts = objects(row, "discounts");
    JsonObject region = row.getJsonObject("order_region");
    SoldAmounts amounts = SoldAmounts.of(lines, methods, discounts, region, null);
    SoldAmounts ofOriginals = SoldAmounts.of(originals, List.of(), discounts, region, null);
    SoldAmounts ofOrder =
        SoldAmounts.of(objects(row, "order_items"), methods, discounts, region, null);
    JsonArray replaced = lines(originals, ofOriginals);
    JsonArray changes = new JsonArray();
    for (JsonObject change : objects(row, "item_changes")) {
      changes.add(
          new JsonObject()
              .put("id", change.getString("id"))
              .put("created_at", WireTimes.of(change.getString("created_at")))
              .put("updated_at", WireTimes.of(change.getString("updated_at")))
              .put("type", change.getString("type"))
              .put("original_line", find(replaced, change.getString("original_line_item_id")))
              .put("line_item_id", change.getString("line_item_id")));
    }
    boolean isConfirmed = row.getValue("confirmed_at") != null;
    return row.put(
            "content",
            new JsonObject()
                .put("items", lines(lines, amounts))
                .put("removed", new JsonArray())
                .put("basket", amounts.input().toJson())
                .put("changes", changes))
        .put("basis", Sha256.of(ofOrder.input().toJson().encode()))
        .put("replaced", isConfirmed ? new JsonObject().put("items", replaced) : null);
  }

  private static @Nullable JsonObject find(JsonArray documents, @Nullable String id) {
    return JsonArrays.objects(documents).stream()
        .filter(each -> each.getString("id").equals(id))
        .findFirst()
        .orElse(null);
  }

  /** Row of a cart with its state. */
  public static JsonObject cart(JsonObject row) {
    List<JsonObject> lines = objects(row, "items");
    List<JsonObject> methods = objects(row, "shipping_methods");
    List<JsonObject> discounts = objects(row, "discounts");
    boolean isCompleted = row.getValue("completed_at") != null;
    JsonArray cartDiscounts = new JsonArray();
    for (JsonObject discount : discounts) {
      cartDiscounts.add(
          new JsonObject()
              .put("document", WireTimes.of(discount))
              .put("line_ids", new JsonArray(discountedLines(lines, discount.getString("id")))));
    }
    JsonObject state =
        new JsonObject()
            .put("customer_has_account", row.getBoolean("customer_has_account"))
            .put("items", array(lines.stream().map(CartItemDocuments::line).toList()))
            .put(
                "shipping_methods", array(methods.stream().map(CartItemDocuments::method).toList()))
            .put(
                "payment_sessions",
                array(
                    objects(row, "payment_sessions").stream()
                        .map(CartItemDocuments::session)
                        .toList()))
            .put("discounts", cartDiscounts)
            .put("gift_card_ids", present(row.getJsonArray("gift_card_ids")))
            .put("custom_shipping_options", present(row.getJsonArray("custom_shipping_options")))
            .put("billing_address", CartItemDocuments.address(row.getJsonObject("billing_address")))
            .put(
                "shipping_address",
                CartItemDocuments.address(row.getJsonObject("shipping_address")))
            .put("context", object(row.getValue("cart_context")))
            .put("metadata", row.getValue("cart_metadata"))
            .put("payment_id", row.getString("payment_id"))
            .put("payment_authorized_at", WireTimes.of(row.getString("payment_authorized_at")))
            .put(
                "basket",
                isCompleted
                    ? SoldAmounts.of(lines, methods, discounts, row.getJsonObject("region"), null)
                        .input()
                        .toJson()
                    : null);
    return row.put("state_version", 1).put("state", state);
  }

  private static List<String> discountedLines(List<JsonObject> lines, String discountId) {
    return lines.stream()
        .filter(line ->
            objects(line, "adjustments").stream()
                .anyMatch(each -> discountId.equals(each.getString("discount_id"))))
        .map(line -> line.getString("id"))
        .toList();
  }

  private static JsonObject object(@Nullable Object value) {
    return value instanceof JsonObject document ? document : new JsonObject();
  }

  private static JsonArray present(@Nullable JsonArray array) {
    return array == null ? new JsonArray() : array;
  }

  private static JsonArray lines(List<JsonObject> lines, SoldAmounts amounts) {
    return array(lines.stream().map(line -> OrderItemDocuments.line(line, amounts)).toList());
  }

  private static JsonArray methods(List<JsonObject> methods, SoldAmounts amounts) {
    return array(
        methods.stream().map(method -> OrderItemDocuments.method(method, amounts)).toList());
  }

  private static JsonArray array(List<JsonObject> documents) {
    JsonArray array = new JsonArray();
    documents.forEach(array::add);
    return array;
  }

  static List<JsonObject> objects(JsonObject row, String name) {
    JsonArray array = row.getJsonArray(name);
    return array == null ? List.of() : JsonArrays.objects(array);
  }

  /** Whether a discount waives the shipping. */
  static boolean isFreeShipping(JsonObject discount) {
    return "free_shipping".equals(discount.getJsonObject("rule").getString("type"));
  }
}
