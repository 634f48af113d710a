package dev.tradewind.order.aftersale;

import dev.tradewind.api.address.Address;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Goods that are fulfilled together: the line items of the order itself, or the additional line
 * items of a swap or claim.
 *
 * @param status fulfillment status of the owner
 * @param noNotification whether the customer is not notified about the owner; absent: the default
 *     of the shop
 */
public record OwnedGoods(
    PartOwner owner,
    boolean isCanceled,
    FulfillmentStatus status,
    List<OrderLine> lines,
    List<OrderShippingMethod> shippingMethods,
    @Nullable Address shippingAddress,
    @Nullable Boolean noNotification) {

  public OwnedGoods {
    lines = List.copyOf(lines);
    shippingMethods = List.copyOf(shippingMethods);
  }

  /** Whether they belong to a swap or claim. */
  public boolean isPart() {
    return !owner.equals(PartOwner.ORDER);
  }

  public Optional<OrderLine> findLine(String lineId) {
    return lines.stream().filter(line -> line.id().equals(lineId)).findFirst();
  }

  /** Line item that exists. */
  public OrderLine requireLine(String lineId) {
    return findLine(lineId).orElseThrow();
  }

  /** Whether no units are left to fulfill. */
  public boolean isFulfilled() {
    return lines.stream().allMatch(line -> line.unfulfilledUnits(0) == 0);
  }

  /** Status after a fulfillment was created. */
  public FulfillmentStatus afterFulfillment() {
    return isPart() ? status.afterFulfillmentOfPart(lines) : status.afterFulfillment(lines);
  }

  /** Status after a shipment. */
  public FulfillmentStatus afterShipment() {
    return FulfillmentStatus.afterShipment(lines);
  }

  /**
   * Status after a fulfillment was canceled.
   *
   * @param othersLeft whether the owner has another one that is not canceled
   */
  public FulfillmentStatus afterFulfillmentCanceled(boolean othersLeft) {
    if (isPart() && othersLeft) {
      return status.afterFulfillmentOfPart(lines);
    }
    return FulfillmentStatus.afterFulfillmentCanceled(lines, othersLeft);
  }
}
