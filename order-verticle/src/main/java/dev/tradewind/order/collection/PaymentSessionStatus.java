package dev.tradewind.order.collection;

import dev.tradewind.spi.payment.Authorization;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Status of a payment session, as its provider answered. */
public enum PaymentSessionStatus {
  PENDING("pending"),
  AUTHORIZED("authorized"),
  /** The shopper has to act first. */
  REQUIRES_MORE("requires_more"),
  ERROR("error"),
  CANCELED("canceled");

  private final String wireName;

  PaymentSessionStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static PaymentSessionStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Payment session status: " + wireName));
  }

  static PaymentSessionStatus of(Authorization.Status answered) {
    return switch (answered) {
      case AUTHORIZED -> AUTHORIZED;
      case PENDING -> PENDING;
      case REQUIRES_MORE -> REQUIRES_MORE;
      case ERROR -> ERROR;
      case CANCELED -> CANCELED;
    };
  }

  /**
   * Statuses that may follow this one: every one until the session is authorized, whose
   * authorization may end.
   */
  public Set<PaymentSessionStatus> successors() {
    return switch (this) {
      case PENDING, REQUIRES_MORE, ERROR, CANCELED -> EnumSet.complementOf(EnumSet.of(this));
      case AUTHORIZED -> EnumSet.of(CANCELED);
    };
  }
}
