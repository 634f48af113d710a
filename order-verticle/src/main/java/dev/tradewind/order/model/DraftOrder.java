package dev.tradewind.order.model;

import io.vertx.core.json.JsonObject;
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

  /** The draft order once that order was placed from it. */
  public DraftOrder completed(String placedOrderId, Instant at, @Nullable String key) {
    return new DraftOrder(
        id,
        createdAt,
        at,
        DraftOrderStatus.COMPLETED,
        displayId,
        cartId,
        placedOrderId,
        canceledAt,
        at,
        noNotificationOrder,
        key,
        metadata);
  }

  /** Whether it and its cart can be changed, and it can be paid. */
  public boolean isOpen() {
    return status.canBecome(DraftOrderStatus.COMPLETED);
  }
}
