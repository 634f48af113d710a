package dev.tradewind.providers.payment;

import io.vertx.core.json.JsonObject;

/**
 * What a provider says to an authorisation.
 *
 * @param data the payment's data from now on
 */
public record Authorization(Status status, JsonObject data) {

  /** Named as payment sessions show them. */
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
