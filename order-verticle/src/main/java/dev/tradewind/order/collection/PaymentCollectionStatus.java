package dev.tradewind.order.collection;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Status of a payment collection, which follows the authorizations of its sessions. */
public enum PaymentCollectionStatus {
  NOT_PAID("not_paid"),
  /** An authorization was requested, and nothing is authorized. */
  AWAITING("awaiting"),
  PARTIALLY_AUTHORIZED("partially_authorized"),
  /** Authorized in full, or marked so by staff. */
  AUTHORIZED("authorized"),
  /** Its edit was declined or canceled. */
  CANCELED("canceled");

  private final String wireName;

  PaymentCollectionStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static PaymentCollectionStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Payment collection status: " + wireName));
  }

  /**
   * Successors. A changed edit makes an awaiting collection a new one; an authorization that ends
   * before the edit is completed leaves its amount to be paid again.
   */
  public Set<PaymentCollectionStatus> successors() {
    return switch (this) {
      case NOT_PAID -> EnumSet.of(AWAITING, PARTIALLY_AUTHORIZED, AUTHORIZED, CANCELED);
      case AWAITING -> EnumSet.of(NOT_PAID, PARTIALLY_AUTHORIZED, AUTHORIZED, CANCELED);
      case PARTIALLY_AUTHORIZED -> EnumSet.of(AWAITING, AUTHORIZED, CANCELED);
      case AUTHORIZED -> EnumSet.of(AWAITING, PARTIALLY_AUTHORIZED, CANCELED);
      case CANCELED -> EnumSet.noneOf(PaymentCollectionStatus.class);
    };
  }

  boolean canBecome(PaymentCollectionStatus next) {
    return successors().contains(next);
  }

  /** Whether its sessions can be replaced. */
  boolean acceptsSessions() {
    return this == NOT_PAID || this == AWAITING;
  }
}
