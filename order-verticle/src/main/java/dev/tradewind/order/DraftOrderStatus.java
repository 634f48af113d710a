package dev.tradewind.order;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** Status of a draft order: open until its cart has become an order. */
enum DraftOrderStatus {
  OPEN("open"),
  COMPLETED("completed");

  private final String wireName;

  DraftOrderStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  String wireName() {
    return wireName;
  }

  static DraftOrderStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Status of a draft order: " + wireName));
  }

  /** Statuses that may follow this one. */
  Set<DraftOrderStatus> successors() {
    return switch (this) {
      case OPEN -> EnumSet.of(COMPLETED);
      case COMPLETED -> EnumSet.noneOf(DraftOrderStatus.class);
    };
  }

  boolean canBecome(DraftOrderStatus next) {
    return successors().contains(next);
  }
}
