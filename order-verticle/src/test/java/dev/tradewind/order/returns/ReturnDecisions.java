package dev.tradewind.order.returns;

import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.PaymentOperation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Test access to the rules of returns. */
public final class ReturnDecisions {

  /** Decision about a receipt. */
  public record Receipt(
      List<Return.Item> items,
      long amount,
      List<PaymentOperation> refunds,
      Map<String, Long> taken,
      String cause) {}

  private ReturnDecisions() {}

  /** Refund of a return of these units, if it can be requested. */
  public static long request(
      Order order, BoughtGiftCards cards, List<ReturnRules.Units> units, @Nullable Long refund) {
    ReturnRules rules = new ReturnRules(order, cards);
    rules.requireReturnable(units, refund);
    return refund == null ? rules.refund(units, null, null) : Math.max(0, refund);
  }

  /** Items of a requested return. */
  public static List<Return.Item> items(Order order, List<ReturnRules.Units> units) {
    ReturnRules rules = new ReturnRules(order);
    return units.stream().map(rules::requested).toList();
  }

  /** Credit of the units of a new swap, if they can be swapped. */
  public static long swap(Order order, List<ReturnRules.Units> units) {
    ReturnRules rules = new ReturnRules(order);
    rules.requireUnsettled(units);
    return rules.credit(units, null);
  }

  public static Receipt receive(
      Order order,
      List<PaymentOperation> begun,
      BoughtGiftCards cards,
      Return returned,
      List<ReturnRules.Units> units,
      @Nullable Long refund) {
    new ReturnRules(order, cards).requireReceivable(returned.id(), units);
    if (returned.owner().swapIdOrNull() != null) {
      return new Receipt(
          ReturnReceipt.items(returned, units),
          returned.refundAmount(),
          List.of(),
          Map.of(),
          returned.id());
    }
    ReturnReceipt receipt = ReturnReceipt.of(order, begun, cards, returned, units, refund);
    return new Receipt(
        receipt.items(), receipt.amount(), receipt.refunds(), receipt.taken(), receipt.cause());
  }
}
