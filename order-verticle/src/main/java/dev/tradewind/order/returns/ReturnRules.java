package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.OwnedGoods;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnItemBuilder;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.SettledUnits;
import dev.tradewind.totals.ReturnShippingCost;
import dev.tradewind.totals.TaxableMethod;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rules of returns: which units can be returned, and the refund for them. Settled units cannot be
 * returned, and the refunds of open returns are reserved.
 */
public final class ReturnRules {

  /**
   * Units of one line item that are to be returned.
   *
   * @param quantity above zero
   */
  public record Units(
      String lineId, long quantity, @Nullable String reasonId, @Nullable String note) {}

  private final Order order;
  private final SettledUnits settled;
  private final BoughtGiftCards cards;
  private final Map<String, OrderLine> lines;

  /** Line items that a swap or claim sent; their units can be returned once they were fulfilled. */
  private final Set<String> ofParts;

  /** Rules without the balances of gift cards, which are asked under their lock. */
  ReturnRules(Order order) {
    this(order, BoughtGiftCards.none(order));
  }

  /**
   * @param cards bought in the order
   */
  ReturnRules(Order order, BoughtGiftCards cards) {
    this.order = order;
    this.cards = cards;
    this.settled = new SettledUnits(order);
    this.lines =
        order.goods().stream()
            .flatMap(goods -> goods.lines().stream())
            .collect(Collectors.toMap(OrderLine::id, Function.identity()));
    this.ofParts =
        order.goods().stream()
            .filter(OwnedGoods::isPart)
            .flatMap(goods -> goods.lines().stream())
            .map(OrderLine::id)
            .collect(Collectors.toSet());
  }

  Optional<OrderLine> line(String id) {
    return Optional.ofNullable(lines.get(id));
  }

  /** Line item of units that were checked before. */
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
    if (order.isCanceled() || isOfCanceledPart(units)) {
      throw canceled();
    }
    requireUnsettled(units);
    if (refund != null && refund > refundableAmount()) {
      throw Problem.invalidData("Cannot refund more than the original payment");
    }
    cards.requireBalance(giftCardUnits(units), "Cannot return a gift card that was spent");
  }

  /** Units for the rules of gift cards. */
  static List<BoughtGiftCards.Units> giftCardUnits(List<Units> units) {
    return units.stream()
        .map(each -> new BoughtGiftCards.Units(each.lineId(), each.quantity()))
        .toList();
  }

  private boolean isOfCanceledPart(List<Units> units) {
    return order.goods().stream()
        .filter(OwnedGoods::isCanceled)
        .anyMatch(
            goods -> units.stream().anyMatch(each -> goods.findLine(each.lineId()).isPresent()));
  }

  /** Requires that the units are not settled yet. */
  void requireUnsettled(List<Units> units) {
    for (Units each : units) {
      OrderLine line = requireLine(each.lineId());
      long sent = ofParts.contains(line.id()) ? line.progress().fulfilledUnits() : line.quantity();
      requireAtMost(each.quantity(), sent - settled.of(line.id()));
    }
  }

  /** Item of a return that is requested. */
  Return.Item requested(Units units) {
    return ReturnItemBuilder.builder()
        .lineId(units.lineId())
        .quantity(units.quantity())
        .isRequested(true)
        .requestedQuantity(units.quantity())
        .reasonId(units.reasonId())
        .note(units.note())
        .metadata(requireLine(units.lineId()).details().metadata())
        .build();
  }

  /** Requires that the units can be received: units of the return, and unsettled ones. */
  void requireReceivable(String returnId, List<Units> units) {
    for (Units each : units) {
      OrderLine line = line(each.lineId()).orElseThrow(ReturnRules::foreignLine);
      requireAtMost(each.quantity(), line.quantity() - line.progress().returnedUnits());
    }
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be registered as received");
    }
    for (Units each : units) {
      requireAtMost(
          each.quantity(),
          requireLine(each.lineId()).quantity() - settled.beside(each.lineId(), returnId));
    }
  }

  static RuntimeException unknownLine(String id) {
    return Problem.notFound("Line item with " + id + " was not found");
  }

  static RuntimeException canceled() {
    return Problem.invalidData("Cannot create a return for a canceled item.");
  }

  /** Refusal of a line item of another order. */
  static RuntimeException foreignLine() {
    return Problem.invalidData("Return contains invalid line item");
  }

  private static void requireAtMost(long quantity, long left) {
    if (quantity > left) {
      throw Problem.notAllowed("Cannot return more items than have been purchased");
    }
  }

  /** Requires every line item at most once. */
  static void requireDistinct(String returnId, List<Units> units) {
    Set<String> seen = new HashSet<>();
    for (Units each : units) {
      if (!seen.add(each.lineId())) {
        throw Problem.duplicate(
            "Return_item with return_id, item_id %s, %s already exists."
                .formatted(returnId, each.lineId()));
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
    long due = Math.max(0, credit(units, shipping));
    long reserved =
        order.returns().stream()
            .filter(Return::isOpen)
            .filter(returned -> !returned.id().equals(except))
            .mapToLong(Return::refundAmount)
            .sum();
    return Math.min(due, Math.max(0, refundableAmount() - reserved));
  }

  /** Credit: goods and tax of the units less the shipping of the return, perhaps below zero. */
  long credit(List<Units> units, @Nullable OrderShippingMethod shipping) {
    return cards.settle(giftCardUnits(units)).credit() - shippingCost(shipping);
  }

  private static long shippingCost(@Nullable OrderShippingMethod shipping) {
    if (shipping == null) {
      return 0;
    }
    return ReturnShippingCost.of(
        new TaxableMethod(
            shipping.details().id(),
            shipping.price(),
            shipping.includesTax(),
            shipping.taxRates()));
  }
}
