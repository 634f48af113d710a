package dev.tradewind.api.order;

import io.vertx.core.json.JsonObject;

/**
 * Authorized payment attempt; the order's payment takes its id.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 */
public record AuthorizedPayment(
    String id, String providerId, long amount, String currencyCode, JsonObject data) {

  JsonObject toJson() {
    return new JsonObject()
        .put("id", id)
        .put("provider_id", providerId)
        .put("amount", amount)
        .put("currency_code", currencyCode)
        .put("data", data);
  }

  static AuthorizedPayment parse(JsonObject json) {
    return new AuthorizedPayment(
        json.getString("id"),
        json.getString("provider_id"),
        json.getLong("amount"),
        json.getString("currency_code"),
        json.getJsonObject("data"));
  }
}
