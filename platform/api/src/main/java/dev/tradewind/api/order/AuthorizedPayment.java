package dev.tradewind.api.order;

import dev.tradewind.kernel.json.JsonName;
import io.vertx.core.json.JsonObject;

/**
 * Authorized payment attempt; the order's payment takes its id.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 * @param isOpened whether the attempt is stored already, and not with the placement
 */
public record AuthorizedPayment(
    String id,
    String providerId,
    long amount,
    String currencyCode,
    JsonObject data,
    @JsonName("is_opened") boolean isOpened) {}
