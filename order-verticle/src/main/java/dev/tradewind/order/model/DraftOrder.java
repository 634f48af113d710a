package dev.tradewind.order.model;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Draft order: a cart that staff puts together for a customer. The cart itself belongs to the cart
 * verticle.
 *
 * @param displayId number that people call it by
 * @param orderId order that its cart became; absent while it is open
 * @param canceledAt always absent; the contract knows it
 * @param noNotificationOrder whether the buyer is not to hear of that order
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

  /** It and its cart can be changed, and it can be paid. */
  public boolean isOpen() {
    return status.canBecome(DraftOrderStatus.COMPLETED);
  }
}
