package dev.tradewind.order.aftersale;

import java.util.EnumSet;
import java.util.Set;

/** Status of an order edit, which follows from its times. */
public enum OrderEditStatus {
  CREATED("created"),
  /** Waiting for the customer, with a payment collection if an amount is due. */
  REQUESTED("requested"),
  CONFIRMED("confirmed"),
  DECLINED("declined"),
  CANCELED("canceled");

  private final String wireName;

  OrderEditStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling on the wire. */
  public String wireName() {
    return wireName;
  }

  /** Statuses that may follow this one. */
  public Set<OrderEditStatus> successors() {
    return switch (this) {
      case CREATED -> EnumSet.of(REQUESTED, CONFIRMED, CANCELED);
      case REQUESTED -> EnumSet.of(CONFIRMED, DECLINED, CANCELED);
      case CONFIRMED, DECLINED, CANCELED -> EnumSet.noneOf(OrderEditStatus.class);
    };
  }

  public boolean canBecome(OrderEditStatus next) {
    return successors().contains(next);
  }

  /** Whether its lines can be changed; an order has one such edit at most. */
  public boolean isActive() {
    return this == CREATED || this == REQUESTED;
  }
}
