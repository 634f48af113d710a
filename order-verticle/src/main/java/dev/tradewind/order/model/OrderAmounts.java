package dev.tradewind.order.model;

import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.OrderTotals;

/**
 * Amounts of an order when it was placed, in the smallest unit of its currency. The tax excludes
 * the part paid by gift cards; the total is the cart's.
 *
 * @param rawDiscountTotal not rounded
 */
public record OrderAmounts(
    long subtotal,
    long discountTotal,
    Number rawDiscountTotal,
    long shippingTotal,
    long itemTaxTotal,
    long shippingTaxTotal,
    long giftCardTotal,
    long giftCardTaxTotal,
    long taxTotal,
    long total) {

  public static OrderAmounts of(OrderTotals totals) {
    CartTotals goods = totals.goods();
    return new OrderAmounts(
        goods.subtotal(),
        goods.discountTotal(),
        goods.rawDiscountTotal().number(),
        goods.shippingTotal(),
        goods.itemTaxTotal(),
        goods.shippingTaxTotal(),
        totals.giftCardTotal(),
        totals.giftCardTaxTotal(),
        totals.taxTotal(),
        totals.total());
  }
}
