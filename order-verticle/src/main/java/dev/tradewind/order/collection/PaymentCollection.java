package dev.tradewind.order.collection;

import dev.tradewind.api.order.OrderColumns;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.order.model.Payment;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Payment collection: the amount that an order edit adds, in sessions of one or several providers.
 *
 * @param version raised by every change; sessions are replaced at the version that was read
 * @param amount in the smallest unit of the currency
 * @param authorizedAmount sum of the authorized sessions; absent before the first authorization
 * @param sessions in the order in which they were set
 * @param payments authorized ones, oldest first
 */
@RecordBuilder
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
    @JsonName("payment_sessions") List<PaymentSession> sessions,
    List<Payment> payments) {

  /** Codec of its row, with its parts. */
  static final RecordCodec<PaymentCollection> CODEC =
      RecordCodec.of(MethodHandles.lookup(), PaymentCollection.class);

  private static final RecordCodec.Writer<PaymentCollection> OWN =
      CODEC.writer(OrderColumns.PAYMENT_COLLECTION.names());

  public PaymentCollection {
    sessions = List.copyOf(sessions);
    payments = List.copyOf(payments);
  }

  /** Whether what is due can be captured, or staff marked it so without any payment. */
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

  /** Own fields. */
  public JsonObject own() {
    return OWN.write(this).put("type", "order_edit");
  }

  /** Own fields, sessions and payments. */
  JsonObject whole() {
    JsonArray shownSessions = new JsonArray();
    sessions.forEach(session -> shownSessions.add(session.view()));
    JsonArray shownPayments = new JsonArray();
    payments.forEach(payment -> shownPayments.add(payment.view()));
    return own().put("payment_sessions", shownSessions).put("payments", shownPayments);
  }
}
