package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.Optional;

/**
 * Shipping option at a price set by staff.
 *
 * @param price in the smallest unit of the currency
 */
public record CustomShippingOption(String id, String shippingOptionId, long price) {

  private static final RecordCodec<CustomShippingOption> CODEC =
      RecordCodec.of(MethodHandles.lookup(), CustomShippingOption.class);

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
    return CODEC.read(stored);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
