package dev.tradewind.cart.model;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.providers.builtin.SystemPaymentProvider;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Payment session of a cart at one provider; one per provider and cart.
 *
 * @param isSelected whether the shopper pays with it
 * @param isInitiated whether it is open at the provider
 * @param status as the wire names it
 * @param amount last amount sent to the provider, tax included
 * @param paymentAuthorizedAt set when the cart was completed with it
 * @param more members unknown to this version
 */
@RecordBuilder
public record PaymentSession(
    String id,
    Instant createdAt,
    Instant updatedAt,
    String providerId,
    boolean isSelected,
    boolean isInitiated,
    String status,
    JsonObject data,
    long amount,
    @Nullable Instant paymentAuthorizedAt,
    JsonObject more) {

  private static final RecordCodec<PaymentSession> CODEC =
      RecordCodec.of(MethodHandles.lookup(), PaymentSession.class, "more");

  private static final Ids STAFF_IDS = Ids.of("ps");

  static final String PENDING = "pending";

  private static final String AUTHORIZED = "authorized";

  /** Session that is not open at the provider yet. */
  public static PaymentSession local(String id, String providerId, long amount, Instant now) {
    return PaymentSessionBuilder.builder()
        .id(id)
        .createdAt(now)
        .updatedAt(now)
        .providerId(providerId)
        .status(PENDING)
        .data(new JsonObject())
        .amount(amount)
        .more(new JsonObject())
        .build();
  }

  /** Session for a payment recorded by staff; no provider is involved. */
  public static PaymentSession ofStaff(long amount, Instant now) {
    return local(STAFF_IDS.next(), SystemPaymentProvider.ID, amount, now);
  }

  /**
   * Authorized session of a payment recorded by staff. The placement of the order stores the
   * payment alone, so that the id of the session is derived from the id of the payment.
   */
  public static PaymentSession ofStaff(String paymentId, long amount, Instant paidAt) {
    String id = "ps" + paymentId.substring(paymentId.indexOf('_'));
    return PaymentSessionBuilder.builder(local(id, SystemPaymentProvider.ID, amount, paidAt))
        .isSelected(true)
        .isInitiated(true)
        .status(AUTHORIZED)
        .data(new JsonObject().put("status", AUTHORIZED))
        .paymentAuthorizedAt(paidAt)
        .build();
  }

  /** The session, open at its provider and selected. */
  public PaymentSession initiated(JsonObject providerData, long newAmount, Instant now) {
    return PaymentSessionBuilder.builder(answered(PENDING, providerData, now))
        .isSelected(true)
        .isInitiated(true)
        .amount(newAmount)
        .paymentAuthorizedAt(null)
        .build();
  }

  /** The session with the provider's answer to an authorization. */
  public PaymentSession answered(String newStatus, JsonObject providerData, Instant now) {
    return PaymentSessionBuilder.builder(withData(providerData, now)).status(newStatus).build();
  }

  public PaymentSession withAmount(long newAmount, Instant now) {
    return PaymentSessionBuilder.builder(this).amount(newAmount).updatedAt(now).build();
  }

  /** The session with the provider's answer to data of the storefront. */
  public PaymentSession withData(JsonObject newData, Instant now) {
    return PaymentSessionBuilder.builder(this).data(newData).updatedAt(now).build();
  }

  static PaymentSession from(JsonObject stored) {
    return CODEC.read(stored);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
