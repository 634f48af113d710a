package dev.tradewind.cart.model;

import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.util.Optional;

/**
 * Shipping option at a price set by staff.
 *
 * @param price in the smallest unit of the currency
 */
public record CustomShippingOption(String id, String shippingOptionId, long price) {

  private static final Ids IDS = Ids.of("cso");

  public static CustomShippingOption created(String shippingOptionId, long price) {
    return new CustomShippingOption(IDS.next(), shippingOptionId, price);
  }

  /** Custom option of the cart for that shipping option. */
  public static Optional<CustomShippingOption> of(Cart cart, String shippingOptionId) {
    return cart.customShippingOptions().stream()
        .filter(custom -> custom.shippingOptionId().equals(shippingOptionId))
        .findFirst();
  }

  static CustomShippingOption from(JsonObject stored) {
    JsonReader members = new JsonReader(stored);
    return new CustomShippingOption(
        members.text("id"), members.text("shipping_option_id"), members.number("price"));
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("shipping_option_id", shippingOptionId)
        .put("price", price);
  }
}
