package dev.tradewind.api.order;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Chosen way of shipping. Its price and tax rates are in the input of the totals, under its id.
 *
 * @param data of its fulfillment provider
 * @param shippingOption as orders show it; absent if it was deleted
 */
public record ShippingMethodDetails(
    String id, String shippingOptionId, JsonObject data, @Nullable JsonObject shippingOption) {

  /** The same with other data of the provider; absent ones change nothing. */
  public ShippingMethodDetails withData(@Nullable JsonObject given) {
    return given == null
        ? this
        : new ShippingMethodDetails(id, shippingOptionId, given, shippingOption);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("shipping_option_id", shippingOptionId)
        .put("data", data)
        .put("shipping_option", shippingOption);
  }

  /** From a message or from a shipping method as an order shows it. */
  public static ShippingMethodDetails parse(JsonObject json) {
    return new ShippingMethodDetails(
        json.getString("id"),
        json.getString("shipping_option_id"),
        json.getJsonObject("data", new JsonObject()),
        json.getJsonObject("shipping_option"));
  }
}
