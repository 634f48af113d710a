package dev.tradewind.order.aftersale;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Payment status of a swap: what its difference has come to. */
public enum SwapPaymentStatus {
  /** The customer has not confirmed the swap. */
  NOT_PAID("not_paid"),
  /** Confirmed, with a difference to be captured or refunded. */
  AWAITING("awaiting"),
  /** Confirmed without a difference. */
  CONFIRMED("confirmed"),
  CAPTURED("captured"),
  DIFFERENCE_REFUNDED("difference_refunded"),
  /** The capture or the refund failed; it can be processed again. */
  REQUIRES_ACTION("requires_action"),
  CANCELED("canceled"),
  /** No operation sets it. */
  PARTIALLY_REFUNDED("partially_refunded"),
  /** No operation sets it. */
  REFUNDED("refunded");

  private final String wireName;

  SwapPaymentStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static SwapPaymentStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Payment status of a swap: " + wireName));
  }

  /** Status of a swap that was confirmed with that difference. */
  public static SwapPaymentStatus confirmed(long difference) {
    return difference == 0 ? CONFIRMED : AWAITING;
  }

  /** Statuses that may follow this one. */
  public Set<SwapPaymentStatus> successors() {
    return switch (this) {
      case NOT_PAID -> EnumSet.of(AWAITING, CONFIRMED, CANCELED);
      case AWAITING -> EnumSet.of(CAPTURED, DIFFERENCE_REFUNDED, REQUIRES_ACTION, CANCELED);
      case CONFIRMED -> EnumSet.of(DIFFERENCE_REFUNDED, CANCELED);
      case REQUIRES_ACTION -> EnumSet.of(CAPTURED, DIFFERENCE_REFUNDED, CANCELED);
      case CAPTURED -> EnumSet.of(CANCELED);
      // The refund failed at the provider after it was accepted.
      case DIFFERENCE_REFUNDED -> EnumSet.of(REQUIRES_ACTION);
      case CANCELED, PARTIALLY_REFUNDED, REFUNDED -> EnumSet.noneOf(SwapPaymentStatus.class);
    };
  }

  public boolean canBecome(SwapPaymentStatus next) {
    return successors().contains(next);
  }

  /** Whether money was paid back for the swap. */
  public boolean isRefunded() {
    return this == DIFFERENCE_REFUNDED || this == PARTIALLY_REFUNDED || this == REFUNDED;
  }

  /** Whether its difference is settled, so that processing it again changes nothing. */
  public boolean isProcessed() {
    return this == CAPTURED || this == DIFFERENCE_REFUNDED;
  }
}
