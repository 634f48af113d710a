package dev.tradewind.stripe;

import io.vertx.core.json.JsonObject;

/** Error answer of Stripe to a request that had no effect. */
final class StripeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient JsonObject error;

  /**
   * @param error member {@code error} of the answer
   */
  StripeException(int status, JsonObject error) {
    super(error.getString("message", "Stripe answered with " + status), null, false, false);
    this.status = status;
    this.error = error;
  }

  boolean isNotFound() {
    return status == 404;
  }

  boolean hasCode(String code) {
    return code.equals(error.getString("code"));
  }

  /** State of the PaymentIntent that made the request impossible; empty if it is not told. */
  JsonObject paymentIntent() {
    return error.getJsonObject("payment_intent", new JsonObject());
  }
}
