package dev.tradewind.order.model;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Payment of an order, authorized when the order was placed.
 *
 * @param amount in the smallest unit of the currency
 * @param amountRefunded sum of its refunds, never more than the amount
 * @param data of its provider
 * @param capturedAt absent until the provider has confirmed the capture
 * @param canceledAt absent unless the authorization was voided
 */
public record Payment(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String cartId,
    String orderId,
    long amount,
    long amountRefunded,
    String currencyCode,
    String providerId,
    JsonObject data,
    @Nullable Instant capturedAt,
    @Nullable Instant canceledAt,
    @Nullable JsonObject metadata,
    @Nullable String idempotencyKey) {

  public boolean isCaptured() {
    return capturedAt != null;
  }

  boolean isCanceled() {
    return canceledAt != null;
  }

  /** Amount that can be refunded once it is captured. */
  public long refundableAmount() {
    return amount - amountRefunded;
  }
}
