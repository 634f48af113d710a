package dev.tradewind.order.aftersale;

import dev.tradewind.kernel.json.RecordCodec;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Own fields of an order edit: a change of the line items of an order, which takes effect when it
 * is confirmed.
 *
 * @param internalNote for staff alone
 * @param paymentCollectionId collection of the amount due, if any
 */
public record OrderEdit(
    String id,
    Instant createdAt,
    String orderId,
    @Nullable String internalNote,
    @Nullable String createdBy,
    @Nullable String requestedBy,
    @Nullable Instant requestedAt,
    @Nullable String confirmedBy,
    @Nullable Instant confirmedAt,
    @Nullable String declinedBy,
    @Nullable String declinedReason,
    @Nullable Instant declinedAt,
    @Nullable String canceledBy,
    @Nullable Instant canceledAt,
    @Nullable String paymentCollectionId) {

  /** Codec of its row. */
  public static final RecordCodec<OrderEdit> CODEC =
      RecordCodec.of(MethodHandles.lookup(), OrderEdit.class);

  public OrderEditStatus status() {
    if (canceledAt != null) {
      return OrderEditStatus.CANCELED;
    }
    if (confirmedAt != null) {
      return OrderEditStatus.CONFIRMED;
    }
    if (declinedAt != null) {
      return OrderEditStatus.DECLINED;
    }
    return requestedAt == null ? OrderEditStatus.CREATED : OrderEditStatus.REQUESTED;
  }
}
