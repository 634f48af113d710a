package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Session of a payment collection at a payment provider.
 *
 * @param amount in the smallest unit of the currency
 * @param data of its provider
 * @param paymentId payment of the running or successful authorization
 */
record PaymentSession(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String providerId,
    PaymentSessionStatus status,
    JsonObject data,
    long amount,
    @Nullable String paymentId,
    @Nullable Instant authorizedAt) {

  static PaymentSession opened(
      String id, String providerId, JsonObject data, long amount, Instant now) {
    return new PaymentSession(
        id, now, now, providerId, PaymentSessionStatus.PENDING, data, amount, null, null);
  }

  PaymentSession updated(JsonObject newData, long newAmount, Instant now) {
    return new PaymentSession(
        id,
        createdAt,
        now,
        providerId,
        PaymentSessionStatus.PENDING,
        newData,
        newAmount,
        null,
        null);
  }

  boolean isAuthorized() {
    return status == PaymentSessionStatus.AUTHORIZED;
  }

  /** Whether the outcome of its authorization is not known. */
  boolean isBeingAuthorized() {
    return paymentId != null && !isAuthorized();
  }

  static PaymentSession of(JsonObject row) {
    return new PaymentSession(
        row.getString("id"),
        OrderPartStore.instant(row.getString("created_at")),
        OrderPartStore.instant(row.getString("updated_at")),
        row.getString("provider_id"),
        PaymentSessionStatus.of(row.getString("status")),
        Objects.requireNonNull(row.getJsonObject("data")),
        row.getLong("amount"),
        row.getString("payment_id"),
        OrderPartStore.time(row.getString("payment_authorized_at")));
  }

  JsonObject row(String collectionId, int position) {
    return new JsonObject()
        .put("id", id)
        .put("payment_collection_id", collectionId)
        .put("position", position)
        .put("provider_id", providerId)
        .put("status", status.wireName())
        .put("data", data)
        .put("amount", amount)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt));
  }

  JsonObject view() {
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .putNull("cart_id")
        .put("provider_id", providerId)
        .putNull("is_selected")
        .put("is_initiated", true)
        .put("status", status.wireName())
        .put("data", data)
        .putNull("idempotency_key")
        .put("amount", amount)
        .put("payment_authorized_at", PaymentView.time(authorizedAt));
  }
}
