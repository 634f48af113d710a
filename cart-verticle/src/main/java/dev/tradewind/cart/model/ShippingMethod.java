package dev.tradewind.cart.model;

import io.vertx.core.json.JsonObject;

/**
 * Shipping option chosen for a cart; at most one per shipping profile.
 *
 * @param price of the option when it was chosen
 * @param more members unknown to this version
 */
public record ShippingMethod(
    String id,
    String shippingOptionId,
    String profileId,
    long price,
    boolean includesTax,
    JsonObject data,
    JsonObject more) {

  static ShippingMethod from(JsonObject stored) {
    JsonReader members = new JsonReader(stored);
    return new ShippingMethod(
        members.text("id"),
        members.text("shipping_option_id"),
        members.text("profile_id"),
        members.number("price"),
        members.flag("includes_tax"),
        members.object("data"),
        members.rest());
  }

  JsonObject toJson() {
    return more.copy()
        .put("id", id)
        .put("shipping_option_id", shippingOptionId)
        .put("profile_id", profileId)
        .put("price", price)
        .put("includes_tax", includesTax)
        .put("data", data);
  }
}
