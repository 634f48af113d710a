package dev.tradewind.order.model;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * Status of an order as a whole. Only staff changes it, never payments or fulfillments.
 *
 * <p>{@code REQUIRES_ACTION} is part of the contract, and no operation sets it.
 */
public enum OrderStatus {
  PENDING("pending"),
  COMPLETED("completed"),
  ARCHIVED("archived"),
  CANCELED("canceled"),
  REQUIRES_ACTION("requires_action");

  private final String wireName;

  OrderStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static OrderStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Status of an order: " + wireName));
  }

  /** Statuses that may follow this one. */
  public Set<OrderStatus> successors() {
    return switch (this) {
      case PENDING, REQUIRES_ACTION -> EnumSet.of(COMPLETED, CANCELED);
      case COMPLETED -> EnumSet.of(ARCHIVED, CANCELED);
      case ARCHIVED -> EnumSet.of(COMPLETED, CANCELED);
      case CANCELED -> EnumSet.noneOf(OrderStatus.class);
    };
  }

  public boolean canBecome(OrderStatus next) {
    return successors().contains(next);
  }
}
