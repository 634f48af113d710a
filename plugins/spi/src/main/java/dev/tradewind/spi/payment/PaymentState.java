package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * State of a payment at its provider. Amounts are in the smallest unit of the payment's currency.
 *
 * @param data the payment's new data
 * @param capturedAmount what was captured; null if the provider does not tell, then all of it
 * @param refunds that returned money to the payer, or are to; none if the provider does not tell
 * @param disputes of the payer
 */
public record PaymentState(
    Status status,
    JsonObject data,
    @Nullable Long capturedAmount,
    List<Refund> refunds,
    List<Dispute> disputes) {

  public PaymentState {
    refunds = List.copyOf(refunds);
    disputes = List.copyOf(disputes);
  }

  /** State of a provider that tells no amounts. */
  public PaymentState(Status status, JsonObject data) {
    this(status, data, null, List.of(), List.of());
  }

  /** The names of the states of payment sessions, and of a captured payment. */
  public enum Status {
    AUTHORIZED("authorized"),
    PENDING("pending"),
    ERROR("error"),
    CAPTURED("captured"),
    CANCELED("canceled");

    private final String wireName;

    Status(String wireName) {
      this.wireName = wireName;
    }

    public String wireName() {
      return wireName;
    }
  }

  /** Whether the provider holds money of the payer, or has taken it. */
  public boolean hasMoney() {
    return status == Status.AUTHORIZED || status == Status.CAPTURED;
  }

  /**
   * Refund at the provider.
   *
   * @param id at the provider
   * @param idempotencyKey of the call that requested it; null for a refund that began at the
   *     provider
   * @param failure why it failed, although the provider had accepted it; null if it did not
   * @param createdAt when it was requested; null if the provider does not tell
   */
  public record Refund(
      String id,
      long amount,
      @Nullable String idempotencyKey,
      @Nullable String failure,
      @Nullable Instant createdAt) {

    /** Refund of a provider that does not tell its time. */
    public Refund(
        String id, long amount, @Nullable String idempotencyKey, @Nullable String failure) {
      this(id, amount, idempotencyKey, failure, null);
    }
  }

  /**
   * Dispute of the payer with the payment.
   *
   * @param id at the provider
   * @param status in the provider's words
   * @param reason in the provider's words
   */
  public record Dispute(String id, long amount, String status, String reason) {}
}
