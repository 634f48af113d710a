package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.totals.ReturnShippingCost;
import dev.tradewind.totals.TaxableMethod;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Rules of returns: which units can be returned, and the refund for them. Units of open returns and
 * their refunds are reserved.
 */
final class ReturnRules {

  /**
   * Units of one line item that are to be returned.
   *
   * @param quantity above zero
   */
  record Units(String lineId, long quantity, @Nullable String reasonId, @Nullable String note) {}

  private final Order order;

  /** Line items of the order, its swaps and its claims. */
  private final Map<String, OrderLine> lines = new HashMap<>();

  private final Map<String, OwnedGoods> goods = new HashMap<>();

  ReturnRules(Order order) {
    this.order = order;
    for (OwnedGoods owned : order.goods()) {
      for (OrderLine line : owned.lines()) {
        lines.put(line.id(), line);
        goods.put(line.id(), owned);
      }
    }
  }

  Optional<OrderLine> line(String id) {
    return Optional.ofNullable(lines.get(id));
  }

  /** The line item of units that were checked before. */
  OrderLine requireLine(String id) {
    return line(id).orElseThrow();
  }

  /** Requires that a return of these units can be requested. */
  void requireReturnable(List<Units> units, @Nullable Long refund) {
    for (Units each : units) {
      if (!lines.containsKey(each.lineId())) {
        throw unknownLine(each.lineId());
      }
    }
    if (order.isCanceled() || units.stream().anyMatch(each -> owner(each).isCanceled())) {
      throw canceled();
    }
    for (Units each : units) {
      OrderLine line = requireLine(each.lineId());
      // What a swap or claim sends is with the customer only once it is fulfilled.
      long sent =
          owner(each).isPart()
              ? Math.min(line.quantity(), line.progress().fulfilledUnits())
              : line.quantity();
      requireAtMost(
          each.quantity(),
          sent - line.progress().returnedUnits() - order.unitsInOpenReturns(line.id()));
    }
    if (refund != null && refund > refundableAmount()) {
      throw new Problem.InvalidData("Cannot refund more than the original payment").toException();
    }
  }

  private OwnedGoods owner(Units units) {
    return Objects.requireNonNull(goods.get(units.lineId()));
  }

  /** Requires that these units can be received; those of open returns may be among them. */
  void requireReceivable(List<Units> units) {
    for (Units each : units) {
      OrderLine line = line(each.lineId()).orElseThrow(ReturnRules::foreignLine);
      requireAtMost(each.quantity(), line.quantity() - line.progress().returnedUnits());
    }
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A canceled order cannot be registered as received")
          .toException();
    }
  }

  static RuntimeException unknownLine(String id) {
    return new Problem.NotFound("Line item with " + id + " was not found").toException();
  }

  static RuntimeException canceled() {
    return new Problem.InvalidData("Cannot create a return for a canceled item.").toException();
  }

  /** The line item is one of another order. */
  static RuntimeException foreignLine() {
    return new Problem.InvalidData("Return contains invalid line item").toException();
  }

  private static void requireAtMost(long quantity, long left) {
    if (quantity > left) {
      throw new Problem.NotAllowed("Cannot return more items than have been purchased")
          .toException();
    }
  }

  /** Requires every line item at most once. */
  static void requireDistinct(String returnId, List<Units> units) {
    Set<String> seen = new HashSet<>();
    for (Units each : units) {
      if (!seen.add(each.lineId())) {
        throw new Problem.Duplicate(
                "Return_item with return_id, item_id %s, %s already exists."
                    .formatted(returnId, each.lineId()))
            .toException();
      }
    }
  }

  long refundableAmount() {
    return order.paidTotal() - order.refundedTotal();
  }

  /**
   * Refund for these units: their goods and tax less the shipping of the return, at least 0 and at
   * most what is refundable beside the refunds of other open returns.
   *
   * @param shipping absent if the customer sends the goods on their own
   * @param except return whose own refund is not reserved
   */
  long refund(List<Units> units, @Nullable OrderShippingMethod shipping, @Nullable String except) {
    long goods =
        units.stream()
            .mapToLong(each -> requireLine(each.lineId()).refundable(each.quantity()))
            .sum();
    long due = Math.max(0, goods - shippingCost(shipping));
    long reserved =
        order.returns().stream()
            .filter(Return::isOpen)
            .filter(returned -> !returned.id().equals(except))
            .mapToLong(Return::refundAmount)
            .sum();
    return Math.min(due, Math.max(0, refundableAmount() - reserved));
  }

  private static long shippingCost(@Nullable OrderShippingMethod shipping) {
    return shipping == null
        ? 0
        : ReturnShippingCost.of(
            new TaxableMethod(
                shipping.details().id(),
                shipping.price(),
                shipping.includesTax(),
                shipping.taxRates()));
  }
}
