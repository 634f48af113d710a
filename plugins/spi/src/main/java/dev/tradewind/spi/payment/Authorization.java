package dev.tradewind.spi.payment;

import io.vertx.core.json.JsonObject;

/**
 * Result of an authorization.
 *
 * @param data the payment's new data
 */
public record Authorization(Status status, JsonObject data) {

  /** The names of the states of payment sessions. */
  public enum Status {
    AUTHORIZED("authorized"),
    PENDING("pending"),
    REQUIRES_MORE("requires_more"),
    ERROR("error"),
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
