package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Refusal of a request, as an error body of Stripe.
 *
 * <p>An exception, because it ends an operation from the depth of its parameters; what the
 * operation has changed by then, such as the failed charge of a declined card, stays.
 */
public final class StripeError extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final int status;
  private final boolean isStored;
  private final transient JsonObject error;

  private StripeError(int status, boolean isStored, JsonObject error) {
    super(error.getString("message"), null, false, false);
    this.status = status;
    this.isStored = isStored;
    this.error = error;
  }

  private static StripeError of(
      int status,
      boolean isStored,
      String type,
      @Nullable String code,
      String message,
      @Nullable String param) {
    JsonObject error = new JsonObject();
    if (code != null) {
      error
          .put("code", code)
          .put("doc_url", "https://stripe.com/docs/error-codes/" + code.replace('_', '-'));
    }
    error.put("message", message);
    if (param != null) {
      error.put("param", param);
    }
    return new StripeError(status, isStored, error.put("type", type));
  }

  /** Failed validation, before the operation begins: it is not stored under an idempotency key. */
  public static StripeError invalid(String message, @Nullable String code, @Nullable String param) {
    return of(400, false, "invalid_request_error", code, message, param);
  }

  public static StripeError missing(String param) {
    return invalid("Missing required param: " + param + ".", "parameter_missing", param);
  }

  /** Refusal by the operation itself, stored under the idempotency key. */
  public static StripeError refused(
      int status, @Nullable String code, String message, @Nullable String param) {
    return of(status, true, "invalid_request_error", code, message, param);
  }

  static StripeError unknown(String object, String id, String param) {
    return refused(404, "resource_missing", "No such " + object + ": '" + id + "'", param);
  }

  /** A refusal without effect that the same key may repeat, such as a wrong API key. */
  public static StripeError notBegun(int status, String type, @Nullable String code, String text) {
    return of(status, false, type, code, text, null);
  }

  public static StripeError card(String code, @Nullable String declineCode, String message) {
    StripeError error = of(402, true, "card_error", code, message, null);
    return declineCode == null ? error : error.with("decline_code", declineCode);
  }

  public static StripeError internal() {
    return of(
        500, true, "api_error", null, "An unknown error occurred. Please retry the request.", null);
  }

  /** Adds a field, such as the payment intent in its present state. */
  public StripeError with(String name, Object value) {
    error.put(name, value);
    return this;
  }

  public int status() {
    return status;
  }

  /** Whether the answer is stored under the idempotency key. */
  public boolean isStored() {
    return isStored;
  }

  /** The object {@code error} of the body. */
  public JsonObject error() {
    return error;
  }
}
