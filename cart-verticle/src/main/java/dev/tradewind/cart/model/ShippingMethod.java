package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;

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

  private static final RecordCodec<ShippingMethod> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ShippingMethod.class, "more");

  static ShippingMethod from(JsonObject stored) {
    return CODEC.read(stored);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
