package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Shipping option chosen for a cart; at most one per shipping profile.
 *
 * @param price of the option when it was chosen
 * @param decisions of hooks about the option
 * @param more members unknown to this version
 */
public record ShippingMethod(
    String id,
    String shippingOptionId,
    String profileId,
    long price,
    boolean includesTax,
    JsonObject data,
    List<JsonObject> decisions,
    JsonObject more) {

  private static final RecordCodec<ShippingMethod> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ShippingMethod.class, "more");

  public ShippingMethod {
    decisions = List.copyOf(decisions);
  }

  ShippingMethod decided(List<JsonObject> about) {
    return new ShippingMethod(
        id, shippingOptionId, profileId, price, includesTax, data, about, more);
  }

  static ShippingMethod from(JsonObject stored) {
    return CODEC.read(stored);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
