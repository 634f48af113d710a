package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payment collection: what an edit of an order costs, in sessions of one or several providers.
 *
 * @param version raised by every change; sessions are replaced at the version that was read
 * @param amount in the smallest unit of the currency
 * @param authorizedAmount sum of the authorized sessions; absent before the first authorization
 * @param sessions in the order in which they were set
 * @param payments authorized ones, oldest first
 */
public record PaymentCollection(
    String id,
    Instant createdAt,
    Instant updatedAt,
    long version,
    String orderId,
    PaymentCollectionStatus status,
    @Nullable String description,
    long amount,
    @Nullable Long authorizedAmount,
    String regionId,
    String currencyCode,
    @Nullable JsonObject metadata,
    @Nullable String createdBy,
    List<PaymentSession> sessions,
    List<Payment> payments) {

  public PaymentCollection {
    sessions = List.copyOf(sessions);
    payments = List.copyOf(payments);
  }

  public boolean isAuthorized() {
    return status == PaymentCollectionStatus.AUTHORIZED;
  }

  /** Whether a session is authorized, or staff marked the collection as authorized. */
  public boolean hasAuthorization() {
    return authorizedAmount != null && authorizedAmount > 0;
  }

  /** Whether the outcome of an authorization is not known. */
  public boolean isBeingAuthorized() {
    return sessions.stream().anyMatch(PaymentSession::isBeingAuthorized);
  }

  Optional<PaymentSession> session(@Nullable String sessionId) {
    return sessions.stream().filter(session -> session.id().equals(sessionId)).findFirst();
  }

  static PaymentCollection of(JsonObject row) {
    return new PaymentCollection(
        row.getString("id"),
        OrderPartStore.instant(row.getString("created_at")),
        OrderPartStore.instant(row.getString("updated_at")),
        row.getLong("version"),
        row.getString("order_id"),
        PaymentCollectionStatus.of(row.getString("status")),
        row.getString("description"),
        row.getLong("amount"),
        row.getLong("authorized_amount"),
        row.getString("region_id"),
        row.getString("currency_code"),
        row.getJsonObject("metadata"),
        row.getString("created_by"),
        OrderPartStore.each(row.getJsonArray("payment_sessions"), PaymentSession::of),
        OrderPartStore.each(row.getJsonArray("payments"), OrderPartStore::payment));
  }

  /** Own fields. */
  public JsonObject own() {
    return new JsonObject()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .putNull("deleted_at")
        .put("type", "order_edit")
        .put("status", status.wireName())
        .put("description", description)
        .put("amount", amount)
        .put("authorized_amount", authorizedAmount)
        .put("region_id", regionId)
        .put("currency_code", currencyCode)
        .put("metadata", metadata)
        .put("created_by", createdBy);
  }

  /** Own fields, sessions and payments. */
  JsonObject whole() {
    JsonArray shownSessions = new JsonArray();
    sessions.forEach(session -> shownSessions.add(session.view()));
    JsonArray shownPayments = new JsonArray();
    payments.forEach(payment -> shownPayments.add(PaymentView.render(payment)));
    return own().put("payment_sessions", shownSessions).put("payments", shownPayments);
  }
}
