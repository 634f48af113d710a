package dev.tradewind.stripe;

import dev.tradewind.spi.payment.Authorization;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * PaymentIntent as Stripe has told it.
 *
 * @param json as the session's data has it
 */
record PaymentIntent(JsonObject json) {

  String id() {
    return json.getString("id", "");
  }

  long amount() {
    return json.getLong("amount", 0L);
  }

  long amountReceived() {
    return json.getLong("amount_received", 0L);
  }

  String customer() {
    return idOf(json.getValue("customer"));
  }

  /** Id of an object that Stripe tells as its id, or expanded; empty for none. */
  static String idOf(@Nullable Object object) {
    if (object instanceof JsonObject expanded) {
      return expanded.getString("id", "");
    }
    return object instanceof String id ? id : "";
  }

  boolean has(String status) {
    return status.equals(json.getString("status"));
  }

  /** Whether it holds this amount, or has charged it. */
  boolean pays(long due, String currency) {
    return amount() == due && currency.equalsIgnoreCase(json.getString("currency"));
  }

  Authorization authorization() {
    Authorization.Status status =
        switch (json.getString("status", "")) {
          case "requires_capture", "succeeded" -> Authorization.Status.AUTHORIZED;
          case "requires_action" -> Authorization.Status.REQUIRES_MORE;
          case "canceled" -> Authorization.Status.CANCELED;
          default -> Authorization.Status.PENDING;
        };
    return new Authorization(status, json);
  }

  String currency() {
    return json.getString("currency", "");
  }

  /** The latest charge, where the request has expanded it; else empty. */
  JsonObject charge() {
    return json.getValue("latest_charge") instanceof JsonObject charge ? charge : new JsonObject();
  }

  /** The same with the id of an expanded charge in its place, as sessions and payments have it. */
  PaymentIntent withChargeId() {
    if (charge().isEmpty()) {
      return this;
    }
    return new PaymentIntent(json.copy().put("latest_charge", charge().getString("id")));
  }

  /** State of the payment; needs the latest charge. */
  PaymentState.Status status() {
    return switch (json.getString("status", "")) {
      case "requires_capture" -> PaymentState.Status.AUTHORIZED;
      case "succeeded" ->
          charge().getBoolean("refunded", false)
              ? PaymentState.Status.CANCELED
              : PaymentState.Status.CAPTURED;
      case "canceled" -> PaymentState.Status.CANCELED;
      default -> PaymentState.Status.PENDING;
    };
  }
}
