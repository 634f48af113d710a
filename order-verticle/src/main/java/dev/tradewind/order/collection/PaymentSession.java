package dev.tradewind.order.collection;

import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Session of a payment collection at a payment provider.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 * @param paymentId payment of the running or successful authorization
 */
@RecordBuilder
record PaymentSession(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String providerId,
    PaymentSessionStatus status,
    JsonObject data,
    long amount,
    @Nullable String paymentId,
    @JsonName("payment_authorized_at") @Nullable Instant authorizedAt) {

  private static final RecordCodec<PaymentSession> CODEC =
      RecordCodec.of(MethodHandles.lookup(), PaymentSession.class);

  private static final RecordCodec.Writer<PaymentSession> ROW =
      CODEC.writerWithout(
          Set.of("payment_id", "payment_authorized_at"), "payment_collection_id", "position");

  private static final RecordCodec.Writer<PaymentSession> VIEW =
      CODEC.writer(
          List.of(
              "id",
              "created_at",
              "updated_at",
              "cart_id",
              "provider_id",
              "is_selected",
              "is_initiated",
              "status",
              "data",
              "idempotency_key",
              "amount",
              "payment_authorized_at"));

  static PaymentSession opened(
      String id, String providerId, JsonObject data, long amount, Instant now) {
    return PaymentSessionBuilder.builder()
        .id(id)
        .createdAt(now)
        .providerId(providerId)
        .build()
        .updated(data, amount, now);
  }

  PaymentSession updated(JsonObject newData, long newAmount, Instant now) {
    return PaymentSessionBuilder.builder(this)
        .updatedAt(now)
        .status(PaymentSessionStatus.PENDING)
        .data(newData)
        .amount(newAmount)
        .paymentId(null)
        .authorizedAt(null)
        .build();
  }

  boolean isAuthorized() {
    return status == PaymentSessionStatus.AUTHORIZED;
  }

  /** Whether the outcome of its authorization is not known. */
  boolean isBeingAuthorized() {
    return paymentId != null && !isAuthorized();
  }

  JsonObject row(String collectionId, int position) {
    return ROW.write(this).put("payment_collection_id", collectionId).put("position", position);
  }

  JsonObject view() {
    return VIEW.write(this).put("is_initiated", true);
  }
}
