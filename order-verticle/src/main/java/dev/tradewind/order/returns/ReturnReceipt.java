package dev.tradewind.order.returns;

import dev.tradewind.order.aftersale.PartOwner;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnItemBuilder;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentPurpose;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.returns.ReturnRules.Units;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Decision about the receipt of a return of the order or of a claim: its items, its refund, and the
 * amounts that it takes from gift cards.
 *
 * @param amount refund, made or left to staff
 * @param isRefundable whether the refund is made; otherwise the order requires action
 * @param refunds operations that are due at payment providers
 * @param taken amounts by the ids of the gift cards
 */
record ReturnReceipt(
    String returnId,
    List<Return.Item> items,
    long amount,
    boolean isRefundable,
    List<PaymentOperation> refunds,
    Map<String, Long> taken) {

  ReturnReceipt {
    items = List.copyOf(items);
    refunds = List.copyOf(refunds);
    taken = Map.copyOf(taken);
  }

  /**
   * @param recorded operations of the order
   * @param units that came and were checked
   * @param refund given by staff; absent: as requested, or computed again if something else came or
   *     gift cards come back
   */
  static ReturnReceipt of(
      Order order,
      List<PaymentOperation> recorded,
      BoughtGiftCards cards,
      Return returned,
      List<Units> units,
      @Nullable Long refund) {
    List<Return.Item> items = items(returned, units);
    long amount = amount(new ReturnRules(order, cards), returned, items, units, refund);
    RefundPlan plan = new RefundPlan(order, recorded, cards);
    boolean isRefundable = amount <= plan.unspentAmount();
    List<PaymentOperation> refunds =
        isRefundable && amount > 0 ? plan.refund(amount, details(returned), null) : List.of();
    // A claim has taken the balances of its gift cards itself.
    List<Units> settled = returned.owner().equals(PartOwner.ORDER) ? units : List.of();
    return new ReturnReceipt(
        returned.id(),
        items,
        amount,
        isRefundable,
        refunds,
        plan.taking(ReturnRules.giftCardUnits(settled), isRefundable ? amount : 0));
  }

  /** Cause of the withdrawals from gift cards, which a refused refund restores. */
  String cause() {
    return refunds.isEmpty() ? returnId : refunds.getFirst().requireRefundId();
  }

  /** Items of the return: requested ones, received or not, and received ones without a request. */
  static List<Return.Item> items(Return returned, List<Units> units) {
    Map<String, Long> came =
        units.stream().collect(Collectors.toMap(Units::lineId, Units::quantity));
    List<Return.Item> items = new ArrayList<>();
    for (Return.Item item : returned.items()) {
      Long received = came.remove(item.lineId());
      items.add(item.received(received == null ? 0 : received));
    }
    came.forEach((lineId, quantity) ->
        items.add(
            ReturnItemBuilder.builder()
                .lineId(lineId)
                .quantity(quantity)
                .isRequested(false)
                .receivedQuantity(quantity)
                .metadata(new JsonObject())
                .build()));
    return items;
  }

  private static long amount(
      ReturnRules rules,
      Return returned,
      List<Return.Item> items,
      List<Units> units,
      @Nullable Long refund) {
    if (refund != null) {
      return Math.max(0, refund);
    }
    // A claim has settled its money itself.
    if (!returned.owner().equals(PartOwner.ORDER)) {
      return returned.refundAmount();
    }
    long computed = rules.refund(units, returned.shippingMethod(), returned.id());
    if (!items.stream().allMatch(Return.Item::isRequested)) {
      return computed;
    }
    // Gift cards may have been spent since the request.
    boolean areCards =
        units.stream().anyMatch(each -> rules.requireLine(each.lineId()).details().isGiftcard());
    return areCards ? Math.min(returned.refundAmount(), computed) : returned.refundAmount();
  }

  private static PaymentDetails details(Return returned) {
    return PaymentDetails.of(RefundReason.RETURN, new PaymentPurpose.OfReturn(returned.id()))
        .withNoNotification(returned.noNotification());
  }
}
