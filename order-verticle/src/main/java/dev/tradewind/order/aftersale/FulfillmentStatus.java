package dev.tradewind.order.aftersale;

import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToLongFunction;

/**
 * Fulfillment status of an order, swap or claim, derived from its own line items: how many were
 * fulfilled, shipped and returned.
 *
 * <p>A canceled fulfillment reverts the status, and so does an edit that adds line items. A further
 * fulfillment of a partly shipped or returned order does not.
 */
public enum FulfillmentStatus {
  NOT_FULFILLED("not_fulfilled"),
  PARTIALLY_FULFILLED("partially_fulfilled"),
  FULFILLED("fulfilled"),
  PARTIALLY_SHIPPED("partially_shipped"),
  SHIPPED("shipped"),
  PARTIALLY_RETURNED("partially_returned"),
  RETURNED("returned"),
  /** The last fulfillment or the order was canceled; line items can be fulfilled again. */
  CANCELED("canceled"),
  /**
   * A received return exceeds the refundable amount; of a swap or claim: not all line items are
   * fulfilled.
   */
  REQUIRES_ACTION("requires_action");

  private final String wireName;

  FulfillmentStatus(String wireName) {
    this.wireName = wireName;
  }

  /** Spelling in the database and on the wire. */
  public String wireName() {
    return wireName;
  }

  public static FulfillmentStatus of(String wireName) {
    return Arrays.stream(values())
        .filter(status -> status.wireName.equals(wireName))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("Fulfillment status: " + wireName));
  }

  /** Statuses that may follow this one; line items can be returned before they are shipped. */
  public Set<FulfillmentStatus> successors() {
    return switch (this) {
      case NOT_FULFILLED ->
          EnumSet.of(
              PARTIALLY_FULFILLED,
              FULFILLED,
              PARTIALLY_RETURNED,
              RETURNED,
              CANCELED,
              REQUIRES_ACTION);
      case PARTIALLY_FULFILLED ->
          EnumSet.of(
              FULFILLED,
              PARTIALLY_SHIPPED,
              PARTIALLY_RETURNED,
              RETURNED,
              CANCELED,
              REQUIRES_ACTION);
      case FULFILLED ->
          EnumSet.of(
              PARTIALLY_FULFILLED,
              PARTIALLY_SHIPPED,
              SHIPPED,
              PARTIALLY_RETURNED,
              RETURNED,
              CANCELED,
              REQUIRES_ACTION);
      case PARTIALLY_SHIPPED -> EnumSet.of(SHIPPED, PARTIALLY_RETURNED, RETURNED, REQUIRES_ACTION);
      case SHIPPED -> EnumSet.of(PARTIALLY_SHIPPED, PARTIALLY_RETURNED, RETURNED, REQUIRES_ACTION);
      case PARTIALLY_RETURNED ->
          EnumSet.of(
              PARTIALLY_FULFILLED,
              FULFILLED,
              PARTIALLY_SHIPPED,
              SHIPPED,
              RETURNED,
              CANCELED,
              REQUIRES_ACTION);
      case RETURNED ->
          EnumSet.of(
              PARTIALLY_FULFILLED,
              PARTIALLY_SHIPPED,
              SHIPPED,
              PARTIALLY_RETURNED,
              CANCELED,
              REQUIRES_ACTION);
      case CANCELED ->
          EnumSet.of(PARTIALLY_FULFILLED, FULFILLED, PARTIALLY_RETURNED, RETURNED, REQUIRES_ACTION);
      case REQUIRES_ACTION ->
          EnumSet.of(
              PARTIALLY_FULFILLED,
              FULFILLED,
              PARTIALLY_SHIPPED,
              SHIPPED,
              PARTIALLY_RETURNED,
              RETURNED,
              CANCELED);
    };
  }

  /**
   * Status after a fulfillment was created; one of a partly shipped or returned order keeps it.
   *
   * @param lines of the order itself
   */
  public FulfillmentStatus afterFulfillment(List<OrderLine> lines) {
    return switch (this) {
      case PARTIALLY_SHIPPED, PARTIALLY_RETURNED, REQUIRES_ACTION -> this;
      default -> fulfilled(lines);
    };
  }

  /**
   * Status of a swap or claim after a fulfillment was created: all of its line items are fulfilled
   * together, so that one that is not requires action.
   */
  FulfillmentStatus afterFulfillmentOfPart(List<OrderLine> lines) {
    if (this == PARTIALLY_SHIPPED) {
      return this;
    }
    return all(lines, LineProgress::fulfilledUnits) ? FULFILLED : REQUIRES_ACTION;
  }

  /** Status after a shipment. */
  public static FulfillmentStatus afterShipment(List<OrderLine> lines) {
    return all(lines, LineProgress::shippedUnits) ? SHIPPED : PARTIALLY_SHIPPED;
  }

  /**
   * Status after a fulfillment was canceled.
   *
   * @param othersLeft whether the order has another one that is not canceled
   */
  public static FulfillmentStatus afterFulfillmentCanceled(
      List<OrderLine> lines, boolean othersLeft) {
    if (!othersLeft) {
      return CANCELED;
    }
    if (lines.stream().anyMatch(line -> line.progress().shippedUnits() > 0)) {
      return afterShipment(lines);
    }
    return fulfilled(lines);
  }

  /**
   * Status after a return was received.
   *
   * @param refundable whether its refund is not above the refundable amount
   */
  public static FulfillmentStatus afterReturn(List<OrderLine> lines, boolean refundable) {
    if (!refundable) {
      return REQUIRES_ACTION;
    }
    return all(lines, LineProgress::returnedUnits) ? RETURNED : PARTIALLY_RETURNED;
  }

  /**
   * Status after an edit replaced the lines: open ones may have been added to a fulfilled or
   * shipped order, or removed from a partly fulfilled or shipped one.
   */
  public FulfillmentStatus afterEdit(List<OrderLine> lines) {
    return switch (this) {
      case FULFILLED, PARTIALLY_FULFILLED -> fulfilled(lines);
      case SHIPPED, PARTIALLY_SHIPPED -> afterShipment(lines);
      case NOT_FULFILLED, PARTIALLY_RETURNED, RETURNED, CANCELED, REQUIRES_ACTION -> this;
    };
  }

  private static FulfillmentStatus fulfilled(List<OrderLine> lines) {
    return all(lines, LineProgress::fulfilledUnits) ? FULFILLED : PARTIALLY_FULFILLED;
  }

  private static boolean all(List<OrderLine> lines, ToLongFunction<LineProgress> units) {
    return lines.stream().allMatch(line -> units.applyAsLong(line.progress()) == line.quantity());
  }

  public boolean canBecome(FulfillmentStatus next) {
    return successors().contains(next);
  }
}
