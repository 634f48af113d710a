package dev.tradewind.cart.reference;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonObject;

/** Validation of the sales channel of a cart. */
public final class SalesChannels {

  private SalesChannels() {}

  public static JsonObject requireEnabled(JsonObject channel) {
    if (channel.getBoolean("is_disabled", false)) {
      throw new Problem.InvalidData(
              "Unable to assign the cart to a disabled Sales Channel \""
                  + channel.getString("name")
                  + "\"")
          .toException();
    }
    return channel;
  }
}
