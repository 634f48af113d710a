package dev.tradewind.order.model;

import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Draft order: a cart prepared by staff for a customer. The cart itself belongs to the cart
 * verticle.
 *
 * @param displayId number shown to people
 * @param orderId order placed from its cart; absent while it is open
 * @param canceledAt always absent; part of the contract
 * @param noNotificationOrder whether the customer gets no notifications about that order
 * @param idempotencyKey key of the request that completed it
 */
@RecordBuilder
public record DraftOrder(
    String id,
    Instant createdAt,
    Instant updatedAt,
    DraftOrderStatus status,
    String displayId,
    String cartId,
    @Nullable String orderId,
    @Nullable Instant canceledAt,
    @Nullable Instant completedAt,
    @Nullable Boolean noNotificationOrder,
    @Nullable String idempotencyKey,
    @Nullable JsonObject metadata) {

  /** Codec of its row. */
  public static final RecordCodec<DraftOrder> CODEC =
      RecordCodec.of(MethodHandles.lookup(), DraftOrder.class);

  /** The draft order once that order was placed from it. */
  public DraftOrder completed(String placedOrderId, Instant at, @Nullable String key) {
    return DraftOrderBuilder.builder(this)
        .updatedAt(at)
        .status(DraftOrderStatus.COMPLETED)
        .orderId(placedOrderId)
        .completedAt(at)
        .idempotencyKey(key)
        .build();
  }

  /** Whether it and its cart can be changed, and it can be paid. */
  public boolean isOpen() {
    return status.canBecome(DraftOrderStatus.COMPLETED);
  }
}
