package dev.tradewind.order.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Payment status of an order, derived from its payments. It never goes back, so that a refunded
 * order is not shown as merely captured; but {@link OrderMutation.RefundFailure} takes it back.
 */
public enum PaymentStatus {
  NOT_PAID("not_paid"),
  AWAITING("awaiting"),
  CAPTURED("captured"),
  PARTIALLY_REFUNDED("partially_refunded"),
  REFUNDED("refunded"),
  CANCELED("canceled"),
  /** A provider has not confirmed a capture, or an authorization has ended without one. */
  REQUIRES_ACTION("requires_action");

  private final String wireName;

  PaymentStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static PaymentStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Payment status: " + wireName));
  }

  /**
   * Statuses that may follow this one. One of several payments can be refunded before the last is
   * captured, or when the authorization of the others has ended.
   */
  public Set<PaymentStatus> successors() {
    return switch (this) {
      case NOT_PAID -> EnumSet.of(AWAITING, CAPTURED, REQUIRES_ACTION, CANCELED);
      case AWAITING ->
          EnumSet.of(CAPTURED, REQUIRES_ACTION, PARTIALLY_REFUNDED, REFUNDED, CANCELED);
      case REQUIRES_ACTION -> EnumSet.of(CAPTURED, PARTIALLY_REFUNDED, REFUNDED, CANCELED);
      case CAPTURED -> EnumSet.of(PARTIALLY_REFUNDED, REFUNDED, CANCELED);
      case PARTIALLY_REFUNDED -> EnumSet.of(REFUNDED);
      case REFUNDED, CANCELED -> EnumSet.noneOf(PaymentStatus.class);
    };
  }

  /** Status after a payment could not be captured; one that was captured before keeps it. */
  public PaymentStatus afterFailedCapture() {
    return canBecome(REQUIRES_ACTION) ? REQUIRES_ACTION : this;
  }

  /** Whether the failure of a refund, which it counts, can take it back to the other one. */
  boolean canBecomeAgain(PaymentStatus previous) {
    return switch (this) {
      case PARTIALLY_REFUNDED ->
          previous.isOfRefunds()
              || previous == AWAITING
              || previous == REQUIRES_ACTION
              || previous == CAPTURED;
      case REFUNDED ->
          previous.isOfRefunds() || previous == REQUIRES_ACTION || previous == CAPTURED;
      default -> this == previous;
    };
  }

  /** Whether refunds of the order are counted in it. */
  boolean isOfRefunds() {
    return this == REFUNDED || this == PARTIALLY_REFUNDED;
  }

  boolean canBecome(PaymentStatus next) {
    return successors().contains(next);
  }
}
