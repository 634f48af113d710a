package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;

/**
 * State of a payment at its provider.
 *
 * @param data the payment's new data
 */
public record PaymentState(Status status, JsonObject data) {

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
}
