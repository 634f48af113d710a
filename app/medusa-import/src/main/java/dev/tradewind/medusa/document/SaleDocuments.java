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
    List<JsonObject> transactions = objects(row, "gift_card_transactions");
    Sale sale =
        new Sale(lines, methods, objects(row, "discounts"), region, row.getNumber("tax_rate"));
    SoldAmounts amounts = SoldAmounts.of(sale);
    JsonObject totals = SoldAmounts.totals(totals(amounts, transactions, region));
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
        .put("totals", totals);
    return StoredAmounts.compared(
        row.put("snapshot", snapshot).put("total", totals.getLong("total")),
        sale,
        MedusaAmounts.ofOrder(sale, transactions, cards(row)),
        StoredAmounts.of(
            totals, snapshot.getJsonArray("items"), snapshot.getJsonArray("shipping_methods")));
  }

  private static OrderTotals totals(
      SoldAmounts amounts, List<JsonObject> transactions, JsonObject region) {
    Number current =
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
                    decimal(current)))
            .toList(),
        0,
        0);
  }

  /** Gift cards that are not deleted. */
  private static List<JsonObject> cards(JsonObject row) {
    return objects(row, "gift_cards").stream()
        .filter(card -> card.getValue("deleted_at") == null)
        .toList();
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
        methods(methods, SoldAmounts.of(new Sale(List.of(), methods, List.of(), null, null)));
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
    Sale sale =
        new Sale(
            lines,
            methods,
            objects(row, "order_discounts"),
            row.getJsonObject("order_region"),
            row.getNumber("order_tax_rate"));
    SoldAmounts amounts = SoldAmounts.of(sale);
    JsonArray stored = lines(lines, amounts);
    return StoredAmounts.compared(
        row.put(linesName, stored)
            .put("shipping_methods", methods(methods, amounts))
            .put("shipping_address", WireTimes.of(row.getJsonObject("address"))),
        sale,
        MedusaAmounts.ofLines(sale),
        StoredAmounts.of(new JsonObject(), stored, new JsonArray()));
  }

  /** Row of an edit with its lines and changes. */
  public static JsonObject edit(JsonObject row) {
    List<JsonObject> lines = objects(row, "lines");
    List<JsonObject> methods = objects(row, "methods");
    List<JsonObject> originals = objects(row, "originals");
    List<JsonObject> discounts = objects(row, "discounts");
    JsonObject region = row.getJsonObject("order_region");
    Number rate = row.getNumber("order_tax_rate");
    List<JsonObject> cards = cards(row);
    Sale sale = new Sale(lines, methods, discounts, region, rate);
    SoldAmounts amounts = SoldAmounts.of(sale, cards);
    SoldAmounts ofOriginals =
        SoldAmounts.of(new Sale(originals, List.of(), discounts, region, rate));
    SoldAmounts ofOrder =
        SoldAmounts.of(new Sale(objects(row, "order_items"), methods, discounts, region, rate));
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
    JsonArray items = lines(lines, amounts);
    OrderTotals totals =
        OrderTotals.of(
            amounts.input(),
            amounts.totals().giftCardUses().stream().map(GiftCardTransaction::of).toList(),
            0,
            0);
    return StoredAmounts.compared(
        row.put(
                "content",
                new JsonObject()
                    .put("items", items)
                    .put("removed", new JsonArray())
                    .put("basket", amounts.input().toJson())
                    .put("changes", changes))
            .put("basis", Sha256.of(ofOrder.input().toJson().encode()))
            .put("replaced", isConfirmed ? new JsonObject().put("items", replaced) : null),
        sale,
        MedusaAmounts.ofEdit(sale, cards),
        StoredAmounts.of(SoldAmounts.totals(totals), items, new JsonArray()));
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
            .put("payment_authorized_at", WireTimes.of(row.getString("payment_authorized_at")));
    row.put("state_version", 1).put("state", state);
    if (!isCompleted) {
      return row;
    }
    Sale sale = new Sale(lines, methods, discounts, row.getJsonObject("region"), null);
    List<JsonObject> cards = cards(row);
    SoldAmounts amounts = SoldAmounts.of(sale, cards);
    state.put("basket", amounts.input().toJson());
    return StoredAmounts.compared(
        row, sale, MedusaAmounts.ofCart(sale, cards), StoredAmounts.of(amounts.totals()));
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
}
