package dev.tradewind.model.totals;

import java.util.List;

/**
 * What an order costs, in the smallest unit of its currency: its lines and methods as in the cart
 * it came from, gift cards as they have really paid.
 *
 * @param taxTotal without the tax that gift cards have paid
 * @param paidTotal all payments, captured or not
 */
public record OrderTotals(
    CartTotals goods,
    long giftCardTotal,
    long giftCardTaxTotal,
    long taxTotal,
    long total,
    long paidTotal,
    long refundedTotal,
    long refundableAmount) {

  /**
   * @param basket what was bought; its gift cards do not matter
   */
  public static OrderTotals of(
      Basket basket, List<GiftCardTransaction> transactions, long paid, long refunded) {
    return of(basket, transactions, paid, refunded, Steps.IGNORED);
  }

  /** The same, and every step of the way is written down. */
  public static OrderTotals of(
      Basket basket,
      List<GiftCardTransaction> transactions,
      long paid,
      long refunded,
      Steps steps) {
    CartTotals goods =
        CartTotals.of(
            new Basket(
                basket.lines(),
                basket.methods(),
                basket.discount(),
                basket.freeShipping(),
                List.of(),
                basket.giftCardsTaxable(),
                basket.taxed()),
            steps);
    long cards = 0;
    for (GiftCardTransaction transaction : transactions) {
      cards = Math.addExact(cards, transaction.amount());
      steps.exact(
          Rule.GIFT_CARD_TRANSACTION,
          transaction.giftCardId(),
          Figure.GIFT_CARD_TOTAL,
          transaction.amount());
    }
    long cardTax = 0;
    for (GiftCardTransaction transaction : transactions) {
      // What is due is the most that cards can have paid, as in the cart.
      long tax = Math.min(transaction.tax().round(), goods.total() - cards - cardTax);
      cardTax = Math.addExact(cardTax, tax);
      if (tax != 0) {
        steps.rounded(
            Rule.GIFT_CARD_TAX,
            transaction.giftCardId(),
            Figure.GIFT_CARD_TAX_TOTAL,
            transaction.tax(),
            tax,
            "amount",
            transaction.amount());
      }
    }
    CartTotals.part(steps, Figure.TAX_TOTAL, Figure.GIFT_CARD_TAX_TOTAL, -cardTax);
    CartTotals.part(steps, Figure.TOTAL, Figure.GIFT_CARD_TOTAL, -cards);
    CartTotals.part(steps, Figure.TOTAL, Figure.GIFT_CARD_TAX_TOTAL, -cardTax);
    return new OrderTotals(
        goods,
        cards,
        cardTax,
        goods.taxTotal() - cardTax,
        goods.total() - cards - cardTax,
        paid,
        refunded,
        paid - refunded);
  }
}
