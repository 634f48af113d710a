package dev.tradewind.api.order;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/**
 * Chosen way of shipping. Its price and tax rates are in the input of the totals, under its id.
 *
 * @param data of its fulfillment provider
 * @param shippingOption as orders show it; absent if it was deleted
 */
public record ShippingMethodDetails(
    String id, String shippingOptionId, JsonObject data, @Nullable JsonObject shippingOption) {

  private static final RecordCodec<ShippingMethodDetails> CODEC =
      RecordCodec.of(MethodHandles.lookup(), ShippingMethodDetails.class);

  /** The same with other data of the provider; absent ones change nothing. */
  public ShippingMethodDetails withData(@Nullable JsonObject input) {
    if (input == null) {
      return this;
    }
    return new ShippingMethodDetails(id, shippingOptionId, input, shippingOption);
  }

  /** From a message or from a shipping method as an order shows it. */
  public static ShippingMethodDetails parse(JsonObject json) {
    return CODEC.read(json);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
