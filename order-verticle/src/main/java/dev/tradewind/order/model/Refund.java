package dev.tradewind.order.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Refund of captured payments, confirmed by their providers.
 *
 * @param paymentId of the one payment it was requested for; absent if the order was refunded
 * @param amount in the smallest unit of the currency
 * @param idempotencyKey of the request
 */
public record Refund(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String orderId,
    @Nullable String paymentId,
    long amount,
    @Nullable String note,
    RefundReason reason,
    @Nullable JsonObject metadata,
    @Nullable String idempotencyKey) {

  /** Codec of its row, which is also its view. */
  public static final RecordCodec<Refund> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Refund.class);
}
