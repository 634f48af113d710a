package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;

/**
 * Payment session as its provider has opened or changed it.
 *
 * @param data of the session, which the storefront reads
 * @param customerMetadata members that the customer's metadata gets where it has none of the name,
 *     such as the id of the customer at the provider; empty for none
 */
public record SessionData(JsonObject data, JsonObject customerMetadata) {

  public static SessionData of(JsonObject data) {
    return new SessionData(data, new JsonObject());
  }
}
