package dev.tradewind.order.store;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogColumns;
import dev.tradewind.api.customer.CustomerColumns;
import dev.tradewind.api.order.ResourceDocument;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonForm;
import dev.tradewind.kernel.json.JsonObjects;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.resource.Columns;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.model.OrderTotalsInput;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Codec of the stored form of an {@link OrderSnapshot}: a JSON document whose parts equal the
 * response. Members missing in older documents are read as absent.
 */
public final class OrderSnapshotCodec {

  /** Form as the column of an order. */
  static final JsonForm<OrderSnapshot> FORM =
      JsonForm.ofObject(
          OrderSnapshot.class,
          OrderSnapshotCodec::decode,
          snapshot -> {
            throw new UnsupportedOperationException("A snapshot is stored with its order");
          });

  private static final RecordCodec<OrderSnapshot> CODEC =
      RecordCodec.of(
          MethodHandles.lookup(),
          OrderSnapshot.class,
          Address.FORM,
          ResourceDocument.FORM,
          JsonForm.ofObject(TotalsInput.class, TotalsInput::parse, TotalsInput::toJson));

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
        .put("totals", OrderAmounts.CODEC.write(snapshot.amounts()));
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
        .put("totals", OrderAmounts.CODEC.write(snapshot.amounts()));
  }

  /** Replaces the lines of a stored snapshot, and the amounts with their input. */
  static JsonObject putLines(JsonObject document, OrderSnapshot snapshot, String orderId) {
    OrderLineView view = new OrderLineView(orderId, null);
    return document
        .put("basket", snapshot.totalsInput().toJson())
        .put("items", array(snapshot.lines(), view::render))
        .put("totals", OrderAmounts.CODEC.write(snapshot.amounts()));
  }

  /** Replaces an address and its id in a stored snapshot. */
  static void putAddress(JsonObject document, String name, @Nullable Address address) {
    document
        .put(name + "_id", address == null ? null : address.id())
        .put(name, address == null ? null : address.toJson());
  }

  public static OrderSnapshot decode(JsonObject document) {
    return CODEC.read(document.containsKey("basket") ? document : withInput(document));
  }

  /** Older documents have no input of their amounts. */
  private static JsonObject withInput(JsonObject document) {
    TotalsInput input =
        OrderTotalsInput.of(
            list(document, "items", OrderLine.CODEC),
            list(document, "shipping_methods", OrderShippingMethod.CODEC));
    return JsonObjects.copyOf(document).put("basket", input.toJson());
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static <T extends Record> List<T> list(
      JsonObject document, String name, RecordCodec<T> codec) {
    return JsonArrays.objects(document.getJsonArray(name)).stream().map(codec::read).toList();
  }
}
