package dev.tradewind.cart.completion;

import io.vertx.core.json.JsonObject;

/** Outcome of the authorization of a cart's total. */
sealed interface PaymentOutcome {

  /**
   * Authorized.
   *
   * @param isOpened whether the attempt is stored; the placement stores another one
   */
  record Authorized(PaymentAttempt attempt, boolean isOpened) implements PaymentOutcome {}

  /**
   * Requires an action of the shopper first.
   *
   * @param status as the payment session shows it: {@code pending} or {@code requires_more}
   */
  record RequiresAction(String status, JsonObject data) implements PaymentOutcome {}

  record Declined() implements PaymentOutcome {}

  /** The cart has another version or is completed; no authorization was requested. */
  record CartChanged() implements PaymentOutcome {}
}
