package dev.tradewind.api.order;

import dev.tradewind.api.address.Address;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.totals.TotalsInput;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Facts of a cart that is ready to become an order: checked, with its taxes computed and its
 * payment authorized. The order verticle derives the order's form and totals from them.
 *
 * @param cartVersion the version that was checked; a cart that changed since is not placed
 * @param salesChannelId kept even if the channel was deleted
 * @param lines in the order of the cart
 * @param discounts with their rules, as orders show them
 * @param giftCards as they were before the charge
 * @param totalsInput input of the totals: prices, quantities and tax rates of the lines and
 *     shipping methods, discount and gift cards
 * @param payment absent if the total is zero
 * @param key of the request; the response is stored under it if the client chose it
 * @param paidWithKey key of the request by which staff marked a draft order as paid: its payment is
 *     captured at once; absent if a shopper completes the cart
 */
public record PlaceOrderRequest(
    String cartId,
    long cartVersion,
    Buyer buyer,
    OrderRegion region,
    @Nullable String salesChannelId,
    @Nullable ResourceDocument salesChannel,
    @Nullable Address shippingAddress,
    @Nullable Address billingAddress,
    List<LineItemDetails> lines,
    List<ShippingMethodDetails> shippingMethods,
    List<ResourceDocument> discounts,
    List<ResourceDocument> giftCards,
    TotalsInput totalsInput,
    JsonObject metadata,
    @Nullable AuthorizedPayment payment,
    @Nullable IdempotencyKey key,
    @Nullable String paidWithKey) {

  public PlaceOrderRequest {
    lines = List.copyOf(lines);
    shippingMethods = List.copyOf(shippingMethods);
    discounts = List.copyOf(discounts);
    giftCards = List.copyOf(giftCards);
  }

  /**
   * Customer of the cart.
   *
   * @param email of the cart, which may be another than the customer's
   */
  public record Buyer(String email, ResourceDocument customer) {}

  /** Whether its payment is captured at placement. */
  public boolean isPaid() {
    return paidWithKey != null;
  }

  JsonObject toJson() {
    JsonObject json =
        new JsonObject()
            .put("cart_id", cartId)
            .put("cart_version", cartVersion)
            .put("email", buyer.email())
            .put("customer", buyer.customer().json())
            .put("region", region.document())
            .put("currency", region.currency())
            .put("sales_channel_id", salesChannelId)
            .put("sales_channel", salesChannel == null ? null : salesChannel.json())
            .put("shipping_address", shippingAddress == null ? null : shippingAddress.toJson())
            .put("billing_address", billingAddress == null ? null : billingAddress.toJson())
            .put("lines", array(lines, LineItemDetails::toJson))
            .put("shipping_methods", array(shippingMethods, ShippingMethodDetails::toJson))
            .put("discounts", ResourceDocument.toJson(discounts))
            .put("gift_cards", ResourceDocument.toJson(giftCards))
            .put("totals_input", totalsInput.toJson())
            .put("metadata", metadata)
            .put("payment", payment == null ? null : payment.toJson())
            .put("paid_with_key", paidWithKey);
    if (key != null) {
      json.put("scope", key.scope())
          .put("key", key.key())
          .put("request_hash", key.requestHash())
          .put("key_is_made", key.isGenerated());
    }
    return json;
  }

  public static PlaceOrderRequest parse(JsonObject json) {
    return new PlaceOrderRequest(
        json.getString("cart_id"),
        json.getLong("cart_version"),
        new Buyer(
            json.getString("email"),
            new ResourceDocument(Objects.requireNonNull(json.getJsonObject("customer")))),
        OrderRegion.of(json.getJsonObject("region"), json.getJsonObject("currency")),
        json.getString("sales_channel_id"),
        optional(json, "sales_channel", ResourceDocument::new),
        optional(json, "shipping_address", Address::parse),
        optional(json, "billing_address", Address::parse),
        list(json, "lines", LineItemDetails::parse),
        list(json, "shipping_methods", ShippingMethodDetails::parse),
        ResourceDocument.parse(json.getJsonArray("discounts")),
        ResourceDocument.parse(json.getJsonArray("gift_cards")),
        TotalsInput.parse(json.getJsonObject("totals_input")),
        json.getJsonObject("metadata"),
        optional(json, "payment", AuthorizedPayment::parse),
        key(json),
        json.getString("paid_with_key"));
  }

  private static @Nullable IdempotencyKey key(JsonObject json) {
    String key = json.getString("key");
    return key == null
        ? null
        : new IdempotencyKey(
            json.getString("scope"),
            key,
            json.getString("request_hash"),
            json.getBoolean("key_is_made", false));
  }

  private static <T> JsonArray array(List<T> elements, Function<T, JsonObject> written) {
    JsonArray array = new JsonArray();
    elements.forEach(element -> array.add(written.apply(element)));
    return array;
  }

  private static <T> List<T> list(JsonObject json, String name, Function<JsonObject, T> read) {
    return json.getJsonArray(name).stream().map(each -> read.apply((JsonObject) each)).toList();
  }

  private static <T> @Nullable T optional(
      JsonObject json, String name, Function<JsonObject, T> read) {
    JsonObject member = json.getJsonObject(name);
    return member == null ? null : read.apply(member);
  }
}
