package dev.tradewind.cart.model;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.providers.payment.SystemPaymentProvider;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The shopper's talk with one payment provider; one per provider and cart.
 *
 * @param isSelected whether the shopper will pay with it
 * @param isInitiated whether the provider knows it
 * @param status as the wire names it
 * @param amount what the provider was told, tax included
 * @param paymentAuthorizedAt set when the cart was completed with it
 * @param more members that this version does not know
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

  /** A session that the provider does not know yet. */
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

  /** What staff says was paid; no provider has to be asked for it. */
  public static PaymentSession ofStaff(long amount, Instant now) {
    return local(STAFF_IDS.next(), SystemPaymentProvider.ID, amount, now);
  }

  /** The same session, known to its provider and chosen. */
  public PaymentSession initiated(JsonObject providerData, long newAmount, Instant now) {
    return new PaymentSession(
        id, createdAt, now, providerId, true, true, PENDING, providerData, newAmount, null, more);
  }

  /** With what the provider said to an authorisation. */
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

  /** With what the provider answered to data of the storefront. */
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
