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
 * Decision about a claim: its refund, and what it takes from the gift cards among its units.
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
   * @param begun operations of the order
   * @throws dev.tradewind.kernel.operation.ProblemException 400 if the units cannot be claimed, or
   *     the amount cannot be refunded
   */
  static ClaimSettlement of(
      Order order,
      List<PaymentOperation> begun,
      BoughtGiftCards cards,
      String id,
      ClaimRequest wanted) {
    ClaimRules.requireClaimable(order, wanted.items());
    ClaimRules.requireGiftCards(cards, wanted.type(), wanted.items());
    Long refund = refund(order, cards, wanted);
    RefundPlan plan = new RefundPlan(order, begun, cards);
    if (refund != null && wanted.returnShipping() != null && refund > plan.refundableAmount()) {
      throw new Problem.InvalidData("Cannot refund more than the original payment").toException();
    }
    List<PaymentOperation> refunds =
        refund == null || refund == 0
            ? List.of()
            : plan.spread(refund, ClaimRefunds.details(id, wanted.noNotificationFor(order)), null);
    return new ClaimSettlement(
        id,
        refund,
        refunds,
        plan.taking(ClaimRules.units(wanted.items()), refund == null ? 0 : refund));
  }

  /**
   * Under which the amounts of the gift cards are taken: they come back with a refused refund or
   * with the cancellation of the claim.
   */
  String cause() {
    return refunds.isEmpty() ? claimId : refunds.getFirst().requireRefundId();
  }

  private static @Nullable Long refund(Order order, BoughtGiftCards cards, ClaimRequest wanted) {
    if (wanted.type() == ClaimType.REPLACE) {
      return null;
    }
    return wanted.refundAmount() == null
        ? Long.valueOf(ClaimRules.refund(order, cards, wanted.items()))
        : wanted.refundAmount();
  }
}
