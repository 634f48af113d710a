package dev.tradewind.totals;

import java.util.List;

/**
 * Totals of an order, in the smallest unit of its currency: its lines and methods as in the cart,
 * gift cards as actually charged.
 *
 * @param taxTotal without the tax that was paid with gift cards
 * @param paidTotal all payments, captured or not
 */
public record OrderTotals(
    CartTotals cartTotals,
    long giftCardTotal,
    long giftCardTaxTotal,
    long taxTotal,
    long total,
    long paidTotal,
    long refundedTotal,
    long refundableAmount) {

  /**
   * @param input of the cart; its gift cards are ignored
   */
  public static OrderTotals of(
      TotalsInput input, List<GiftCardTransaction> transactions, long paid, long refunded) {
    return of(input, transactions, paid, refunded, CalculationTrace.IGNORED);
  }

  /** Computes the totals and records every step. */
  public static OrderTotals of(
      TotalsInput input,
      List<GiftCardTransaction> transactions,
      long paid,
      long refunded,
      CalculationTrace trace) {
    CartTotals cartTotals =
        CartTotals.of(
            new TotalsInput(
                input.lines(),
                input.methods(),
                input.discount(),
                input.freeShipping(),
                List.of(),
                input.giftCardsTaxable(),
                input.taxed()),
            trace);
    long cards = 0;
    for (GiftCardTransaction transaction : transactions) {
      cards = Math.addExact(cards, transaction.amount());
      trace.exact(
          CalculationRule.GIFT_CARD_TRANSACTION,
          transaction.giftCardId(),
          TotalField.GIFT_CARD_TOTAL,
          transaction.amount());
    }
    long cardTax = 0;
    for (GiftCardTransaction transaction : transactions) {
      // The amount due is the most that cards can have paid, as in the cart.
      long tax = Math.min(transaction.tax().round(), cartTotals.total() - cards - cardTax);
      cardTax = Math.addExact(cardTax, tax);
      if (tax != 0) {
        trace.rounded(
            CalculationRule.GIFT_CARD_TAX,
            transaction.giftCardId(),
            TotalField.GIFT_CARD_TAX_TOTAL,
            transaction.tax(),
            tax,
            "amount",
            transaction.amount());
      }
    }
    CartTotals.part(trace, TotalField.TAX_TOTAL, TotalField.GIFT_CARD_TAX_TOTAL, -cardTax);
    CartTotals.part(trace, TotalField.TOTAL, TotalField.GIFT_CARD_TOTAL, -cards);
    CartTotals.part(trace, TotalField.TOTAL, TotalField.GIFT_CARD_TAX_TOTAL, -cardTax);
    return new OrderTotals(
        cartTotals,
        cards,
        cardTax,
        cartTotals.taxTotal() - cardTax,
        cartTotals.total() - cards - cardTax,
        paid,
        refunded,
        paid - refunded);
  }
}
