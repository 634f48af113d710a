package dev.tradewind.order.model;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Payment of an order, authorized when the order was placed, or by a payment collection of it.
 *
 * @param cartId of the cart that was paid; absent for a payment of a collection
 * @param orderId absent until the payment of a collection is attached to the order
 * @param swapId swap whose cart was paid, if any
 * @param amount in the smallest unit of the currency
 * @param amountRefunded sum of its refunds, never more than the amount
 * @param data of its provider
 * @param capturedAt absent until the provider has confirmed the capture
 * @param canceledAt absent unless the authorization was voided
 * @param paymentCollectionId collection that it belongs to; absent for a payment of the sale
 */
@RecordBuilder
public record Payment(
    String id,
    Instant createdAt,
    Instant updatedAt,
    @Nullable String cartId,
    @Nullable String orderId,
    @Nullable String swapId,
    long amount,
    long amountRefunded,
    String currencyCode,
    String providerId,
    JsonObject data,
    @Nullable Instant capturedAt,
    @Nullable Instant canceledAt,
    @Nullable JsonObject metadata,
    @Nullable String idempotencyKey,
    @Nullable String paymentCollectionId) {

  /** Codec of its row. */
  public static final RecordCodec<Payment> CODEC =
      RecordCodec.of(MethodHandles.lookup(), Payment.class);

  private static final RecordCodec.Writer<Payment> VIEW =
      CODEC.writer(OrderColumns.PAYMENT.names());

  /** Own fields, as shown. */
  public JsonObject view() {
    return VIEW.write(this);
  }

  public boolean isCaptured() {
    return capturedAt != null;
  }

  public boolean isCanceled() {
    return canceledAt != null;
  }

  /** Whether it paid the sale; others do not decide the payment status. */
  public boolean isOfSale() {
    return paymentCollectionId == null && swapId == null;
  }

  /** Amount that can be refunded once it is captured. */
  public long refundableAmount() {
    return amount - amountRefunded;
  }
}
