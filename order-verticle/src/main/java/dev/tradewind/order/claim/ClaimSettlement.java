package dev.tradewind.order.claim;

import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.aftersale.ClaimType;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.ClaimRefunds;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.RefundPlan;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decision about a claim: its refund, and the amounts that it takes from gift cards.
 *
 * @param refund absent for a replacement
 * @param refunds operations that are due at payment providers
 * @param taken amounts by the ids of the gift cards
 */
record ClaimSettlement(
    String claimId,
    @Nullable Long refund,
    List<PaymentOperation> refunds,
    Map<String, Long> taken) {

  ClaimSettlement {
    refunds = List.copyOf(refunds);
    taken = Map.copyOf(taken);
  }

  /**
   * @param recorded operations of the order
   * @throws dev.tradewind.kernel.operation.Problem 400 if the units cannot be claimed, or the
   *     amount cannot be refunded
   */
  static ClaimSettlement of(
      Order order,
      List<PaymentOperation> recorded,
      BoughtGiftCards cards,
      String id,
      ClaimRequest requested) {
    ClaimRules.requireClaimable(order, requested.items());
    ClaimRules.requireGiftCards(cards, requested.type(), requested.items());
    Long refund = refund(order, cards, requested);
    RefundPlan plan = new RefundPlan(order, recorded, cards);
    if (refund != null && requested.returnShipping() != null && refund > plan.refundableAmount()) {
      throw Problem.invalidData("Cannot refund more than the original payment");
    }
    List<PaymentOperation> refunds =
        refund == null || refund == 0
            ? List.of()
            : plan.spread(
                refund, ClaimRefunds.details(id, requested.noNotificationFor(order)), null);
    return new ClaimSettlement(
        id,
        refund,
        refunds,
        plan.taking(ClaimRules.units(requested.items()), refund == null ? 0 : refund));
  }

  /**
   * Cause of the withdrawals from gift cards, which a refused refund or the cancellation of the
   * claim restores.
   */
  String cause() {
    return refunds.isEmpty() ? claimId : refunds.getFirst().requireRefundId();
  }

  private static @Nullable Long refund(Order order, BoughtGiftCards cards, ClaimRequest requested) {
    if (requested.type() == ClaimType.REPLACE) {
      return null;
    }
    if (requested.refundAmount() == null) {
      return Long.valueOf(ClaimRules.refund(order, cards, requested.items()));
    }
    return requested.refundAmount();
  }
}
