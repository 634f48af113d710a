package dev.tradewind.cart.model;

import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.providers.builtin.SystemPaymentProvider;
import io.vertx.core.json.JsonObject;
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

  private static final Ids STAFF_IDS = Ids.of("ps");

  static final String PENDING = "pending";

  private static final String AUTHORIZED = "authorized";

  /** Session that is not open at the provider yet. */
  public static PaymentSession local(String id, String providerId, long amount, Instant now) {
    return new PaymentSession(
        id,
        now,
        now,
        providerId,
        false,
        false,
        PENDING,
        new JsonObject(),
        amount,
        null,
        new JsonObject());
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
    return new PaymentSession(
        "ps" + paymentId.substring(paymentId.indexOf('_')),
        paidAt,
        paidAt,
        SystemPaymentProvider.ID,
        true,
        true,
        AUTHORIZED,
        new JsonObject().put("status", AUTHORIZED),
        amount,
        paidAt,
        new JsonObject());
  }

  /** The session, open at its provider and selected. */
  public PaymentSession initiated(JsonObject providerData, long newAmount, Instant now) {
    return new PaymentSession(
        id, createdAt, now, providerId, true, true, PENDING, providerData, newAmount, null, more);
  }

  /** The session with the provider's answer to an authorization. */
  public PaymentSession answered(String newStatus, JsonObject providerData, Instant now) {
    return new PaymentSession(
        id,
        createdAt,
        now,
        providerId,
        isSelected,
        isInitiated,
        newStatus,
        providerData,
        amount,
        paymentAuthorizedAt,
        more);
  }

  public PaymentSession withAmount(long newAmount, Instant now) {
    return new PaymentSession(
        id,
        createdAt,
        now,
        providerId,
        isSelected,
        isInitiated,
        status,
        data,
        newAmount,
        paymentAuthorizedAt,
        more);
  }

  /** The session with the provider's answer to data of the storefront. */
  public PaymentSession withData(JsonObject newData, Instant now) {
    return new PaymentSession(
        id,
        createdAt,
        now,
        providerId,
        isSelected,
        isInitiated,
        status,
        newData,
        amount,
        paymentAuthorizedAt,
        more);
  }

  static PaymentSession from(JsonObject stored) {
    JsonReader members = new JsonReader(stored);
    return new PaymentSession(
        members.text("id"),
        members.time("created_at"),
        members.time("updated_at"),
        members.text("provider_id"),
        members.flag("is_selected"),
        members.flag("is_initiated"),
        members.text("status"),
        members.object("data"),
        members.number("amount"),
        members.optionalTime("payment_authorized_at"),
        members.rest());
  }

  JsonObject toJson() {
    return more.copy()
        .put("id", id)
        .put("created_at", Timestamps.format(createdAt))
        .put("updated_at", Timestamps.format(updatedAt))
        .put("provider_id", providerId)
        .put("is_selected", isSelected)
        .put("is_initiated", isInitiated)
        .put("status", status)
        .put("data", data)
        .put("amount", amount)
        .put("payment_authorized_at", JsonReader.written(paymentAuthorizedAt));
  }
}
