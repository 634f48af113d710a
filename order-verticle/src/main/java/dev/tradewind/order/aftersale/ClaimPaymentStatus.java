package dev.tradewind.order.aftersale;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Payment status of a claim, which follows from the outcome of its refund. */
public enum ClaimPaymentStatus {
  /** Nothing is refunded: the goods are replaced. */
  NA("na"),
  NOT_REFUNDED("not_refunded"),
  REFUNDED("refunded");

  private final String wireName;

  ClaimPaymentStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static ClaimPaymentStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Payment status of a claim: " + wireName));
  }

  /** Statuses that may follow this one. */
  public Set<ClaimPaymentStatus> successors() {
    return switch (this) {
      case NOT_REFUNDED -> EnumSet.of(REFUNDED);
      // The refund failed at the provider after it was accepted.
      case REFUNDED -> EnumSet.of(NOT_REFUNDED);
      case NA -> EnumSet.noneOf(ClaimPaymentStatus.class);
    };
  }
}
