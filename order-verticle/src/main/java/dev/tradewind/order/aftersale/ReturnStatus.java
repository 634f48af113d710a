package dev.tradewind.order.aftersale;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Status of a return: requested until its goods came back or it was canceled. */
public enum ReturnStatus {
  REQUESTED("requested"),
  RECEIVED("received"),
  /** Difference between the received and the requested units; no operation sets it. */
  REQUIRES_ACTION("requires_action"),
  CANCELED("canceled");

  private final String wireName;

  ReturnStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static ReturnStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Status of a return: " + wireName));
  }

  /** Statuses that may follow this one. */
  public Set<ReturnStatus> successors() {
    return switch (this) {
      case REQUESTED -> EnumSet.of(RECEIVED, REQUIRES_ACTION, CANCELED);
      case REQUIRES_ACTION -> EnumSet.of(RECEIVED, CANCELED);
      case RECEIVED, CANCELED -> EnumSet.noneOf(ReturnStatus.class);
    };
  }

  public boolean canBecome(ReturnStatus next) {
    return successors().contains(next);
  }
}
