package dev.tradewind.api.order;

import io.vertx.core.json.JsonObject;

/**
 * Authorized payment attempt; the order's payment takes its id.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 */
public record AuthorizedPayment(
    String id, String providerId, long amount, String currencyCode, JsonObject data) {}
