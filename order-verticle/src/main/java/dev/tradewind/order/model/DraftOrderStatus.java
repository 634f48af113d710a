package dev.tradewind.order.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Status of a draft order: open until an order was placed from its cart. */
public enum DraftOrderStatus {
  OPEN("open"),
  COMPLETED("completed");

  private final String wireName;

  DraftOrderStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static DraftOrderStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Status of a draft order: " + wireName));
  }

  /** Statuses that may follow this one. */
  public Set<DraftOrderStatus> successors() {
    return switch (this) {
      case OPEN -> EnumSet.of(COMPLETED);
      case COMPLETED -> EnumSet.noneOf(DraftOrderStatus.class);
    };
  }

  boolean canBecome(DraftOrderStatus next) {
    return successors().contains(next);
  }
}
