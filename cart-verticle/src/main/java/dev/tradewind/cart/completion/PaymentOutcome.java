package dev.tradewind.cart.completion;

import io.vertx.core.json.JsonObject;

/** The outcome of asking a payment provider for the total of a cart. */
sealed interface PaymentOutcome {

  record Authorized(PaymentAttempt attempt) implements PaymentOutcome {}

  /**
   * The shopper has to do something first.
   *
   * @param status as the payment session shows it: {@code pending} or {@code requires_more}
   */
  record RequiresAction(String status, JsonObject data) implements PaymentOutcome {}

  record Declined() implements PaymentOutcome {}

  /** The cart is not the one that was read, or has its order; nothing was asked for it. */
  record CartChanged() implements PaymentOutcome {}
}
