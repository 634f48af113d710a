package dev.tradewind.totals;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Payment by gift cards.
 *
 * @param tax tax paid when the cards were bought; never more than is still due
 */
record GiftCardPayment(List<GiftCardUse> uses, long total, long tax) {

  private static final GiftCardPayment NONE = new GiftCardPayment(List.of(), 0, 0);

  /**
   * @param limit the most that cards can pay
   * @param due the cart's total without them
   */
  static GiftCardPayment of(
      List<AppliedGiftCard> cards, long limit, long due, boolean taxed, CalculationTrace trace) {
    if (cards.isEmpty()) {
      return NONE;
    }
    trace.exact(
        CalculationRule.GIFT_CARD_LIMIT,
        CalculationTrace.WHOLE,
        TotalField.GIFT_CARDABLE,
        limit,
        "due",
        due);
    List<GiftCardUse> uses = new ArrayList<>();
    long left = limit;
    long dueLeft = due;
    List<AppliedGiftCard> sorted = new ArrayList<>(cards);
    sorted.sort(AppliedGiftCard.ORDER_OF_USE);
    for (AppliedGiftCard card : sorted) {
      long amount = Math.min(left, card.balance());
      if (amount > 0) {
        left -= amount;
        dueLeft -= amount;
        uses.add(new GiftCardUse(card.id(), amount, card.taxRate(), 0));
        trace.exact(
            CalculationRule.GIFT_CARD_PAYMENT,
            card.id(),
            TotalField.GIFT_CARD_TOTAL,
            amount,
            "balance",
            card.balance());
      }
    }
    if (taxed) {
      return taxed(uses, limit - left, dueLeft, trace);
    }
    return new GiftCardPayment(uses, limit - left, 0);
  }

  private static GiftCardPayment taxed(
      List<GiftCardUse> uses, long total, long due, CalculationTrace trace) {
    List<GiftCardUse> taxed = new ArrayList<>(uses.size());
    long tax = 0;
    for (GiftCardUse use : uses) {
      BigDecimal rate = use.taxRate();
      if (rate == null) {
        taxed.add(use);
        continue;
      }
      Fraction exact = Fraction.ofPercent(rate).multiply(use.amount());
      long part = Math.min(exact.round(), due - tax);
      tax += part;
      taxed.add(new GiftCardUse(use.giftCardId(), use.amount(), rate, part));
      trace.rounded(
          CalculationRule.GIFT_CARD_TAX,
          use.giftCardId(),
          TotalField.GIFT_CARD_TAX_TOTAL,
          exact,
          part,
          "amount",
          use.amount(),
          "rate",
          rate,
          "due",
          due);
    }
    return new GiftCardPayment(taxed, total, tax);
  }
}
