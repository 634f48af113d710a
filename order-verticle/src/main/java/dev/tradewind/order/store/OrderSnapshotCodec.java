package dev.tradewind.order.store;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.order.LineItemDetails;
import dev.tradewind.api.order.OrderRegion;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.api.order.ShippingMethodDetails;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.order.line.LineAdjustment;
import dev.tradewind.order.line.LineAmounts;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.line.TaxLine;
import dev.tradewind.order.model.GiftCardCharge;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderTotalsInput;
import dev.tradewind.totals.MethodTotals;
import dev.tradewind.totals.TaxRate;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the stored form of an {@link OrderSnapshot}: a JSON document whose parts equal the
 * response. Members missing in older documents are read as absent.
 */
public final class OrderSnapshotCodec {

  private OrderSnapshotCodec() {}

  public static JsonObject encode(OrderSnapshot snapshot, String orderId, String cartId) {
    OrderLineView view = new OrderLineView(orderId, cartId);
    ResourceDocument channel = snapshot.salesChannel();
    JsonObject document =
        new JsonObject()
            .put("basket", snapshot.totalsInput().toJson())
            .put("discounts", OrderDocument.discounts(snapshot))
            .put("gift_cards", ResourceDocument.toJson(snapshot.giftCards()))
            .put("gift_card_transactions", OrderDocument.transactions(snapshot, orderId))
            .put("items", array(snapshot.lines(), view::render))
            .put("shipping_methods", array(snapshot.shippingMethods(), view::render))
            .put("region", own(CatalogColumns.REGION, snapshot.region().document()))
            .put("currency", snapshot.region().currency());
    putAddress(document, "shipping_address", snapshot.shippingAddress());
    putAddress(document, "billing_address", snapshot.billingAddress());
    return document
        .put("customer", own(CustomerColumns.CUSTOMER, snapshot.customer().json()))
        .put("sales_channel", channel == null ? null : channel.json())
        .put("totals", OrderDocument.amounts(snapshot.amounts()));
  }

  /** A document without its relations, which are shown as they are now. */
  private static JsonObject own(Columns columns, JsonObject document) {
    JsonObject own = new JsonObject();
    document.forEach(member -> {
      if (columns.find(member.getKey()).isPresent()) {
        own.put(member.getKey(), member.getValue());
      }
    });
    return own;
  }

  /** Replaces the shipping methods of a stored snapshot, and the amounts with their input. */
  static JsonObject putShippingMethods(
      JsonObject document, OrderSnapshot snapshot, String orderId) {
    OrderLineView view = new OrderLineView(orderId, null);
    return document
        .put("basket", snapshot.totalsInput().toJson())
        .put("shipping_methods", array(snapshot.shippingMethods(), view::render))
        .put("totals", OrderDocument.amounts(snapshot.amounts()));
  }

  /** Replaces the lines of a stored snapshot, and the amounts with their input. */
  static JsonObject putLines(JsonObject document, OrderSnapshot snapshot, String orderId) {
    OrderLineView view = new OrderLineView(orderId, null);
    return document
        .put("basket", snapshot.totalsInput().toJson())
        .put("items", array(snapshot.lines(), view::render))
        .put("totals", OrderDocument.amounts(snapshot.amounts()));
  }

  /** Replaces an address and its id in a stored snapshot. */
  static void putAddress(JsonObject document, String name, @Nullable Address address) {
    document
        .put(name + "_id", address == null ? null : address.id())
        .put(name, address == null ? null : address.toJson());
  }

  public static OrderSnapshot decode(JsonObject document) {
    List<OrderLine> lines = list(document, "items", OrderSnapshotCodec::line);
    List<OrderShippingMethod> methods =
        list(document, "shipping_methods", OrderSnapshotCodec::method);
    JsonObject input = document.getJsonObject("basket");
    return new OrderSnapshot(
        input == null ? OrderTotalsInput.of(lines, methods) : TotalsInput.parse(input),
        list(document, "discounts", ResourceDocument::new),
        list(document, "gift_cards", ResourceDocument::new),
        list(document, "gift_card_transactions", OrderSnapshotCodec::charge),
        lines,
        methods,
        new OrderRegion(document.getJsonObject("region"), document.getJsonObject("currency")),
        optional(document, "shipping_address", Address::parse),
        optional(document, "billing_address", Address::parse),
        new ResourceDocument(Objects.requireNonNull(document.getJsonObject("customer"))),
        optional(document, "sales_channel", ResourceDocument::new),
        amounts(document.getJsonObject("totals")));
  }

  /** Line item of its stored form. */
  public static OrderLine line(JsonObject item) {
    return new OrderLine(
        LineItemDetails.parse(item),
        Timestamps.parse(item.getString("updated_at")),
        item.getLong("unit_price"),
        item.getBoolean("includes_tax", false),
        item.getLong("quantity"),
        new LineProgress(
            item.getLong("fulfilled_quantity"),
            item.getLong("shipped_quantity"),
            item.getLong("returned_quantity")),
        list(item, "adjustments", OrderSnapshotCodec::adjustment),
        list(item, "tax_lines", OrderSnapshotCodec::taxLine),
        new LineAmounts(
            item.getLong("subtotal"),
            item.getLong("discount_total"),
            item.getLong("total"),
            item.getLong("original_total"),
            item.getLong("original_tax_total"),
            item.getLong("tax_total"),
            item.getNumber("raw_discount_total"),
            item.getLong("refundable")));
  }

  private static LineAdjustment adjustment(JsonObject adjustment) {
    return new LineAdjustment(
        adjustment.getString("id"),
        adjustment.getString("description"),
        adjustment.getString("discount_id"),
        adjustment.getNumber("amount"));
  }

  private static TaxLine taxLine(JsonObject line) {
    return new TaxLine(
        line.getString("id"),
        Timestamps.parse(line.getString("created_at")),
        Timestamps.parse(line.getString("updated_at")),
        TaxRate.parse(line));
  }

  static OrderShippingMethod method(JsonObject method) {
    return new OrderShippingMethod(
        ShippingMethodDetails.parse(method),
        method.getString("cart_id"),
        method.getLong("price"),
        method.getBoolean("includes_tax", false),
        list(method, "tax_lines", OrderSnapshotCodec::taxLine),
        new MethodTotals(
            method.getLong("subtotal"),
            method.getLong("tax_total"),
            method.getLong("total"),
            method.getLong("original_tax_total"),
            method.getLong("original_total")));
  }

  private static GiftCardCharge charge(JsonObject transaction) {
    Number rate = transaction.getNumber("tax_rate");
    return new GiftCardCharge(
        transaction.getString("id"),
        transaction.getString("gift_card_id"),
        transaction.getLong("amount"),
        Timestamps.parse(transaction.getString("created_at")),
        transaction.getBoolean("is_taxable"),
        rate == null ? null : new BigDecimal(rate.toString()));
  }

  private static OrderAmounts amounts(JsonObject totals) {
    return new OrderAmounts(
        totals.getLong("subtotal"),
        totals.getLong("discount_total"),
        totals.getNumber("raw_discount_total"),
        totals.getLong("shipping_total"),
        totals.getLong("item_tax_total"),
        totals.getLong("shipping_tax_total"),
        totals.getLong("gift_card_total"),
        totals.getLong("gift_card_tax_total"),
        totals.getLong("tax_total"),
        totals.getLong("total"));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static <T> List<T> list(JsonObject parent, String name, Function<JsonObject, T> read) {
    JsonArray array = parent.getJsonArray(name);
    return array == null
        ? List.of()
        : array.stream().map(each -> read.apply((JsonObject) each)).toList();
  }

  private static <T> @Nullable T optional(
      JsonObject parent, String name, Function<JsonObject, T> read) {
    JsonObject member = parent.getJsonObject(name);
    return member == null ? null : read.apply(member);
  }
}
