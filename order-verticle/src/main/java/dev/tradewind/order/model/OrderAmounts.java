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
    CartTotals cartTotals = totals.cartTotals();
    return new OrderAmounts(
        cartTotals.subtotal(),
        cartTotals.discountTotal(),
        cartTotals.rawDiscountTotal().number(),
        cartTotals.shippingTotal(),
        cartTotals.itemTaxTotal(),
        cartTotals.shippingTaxTotal(),
        totals.giftCardTotal(),
        totals.giftCardTaxTotal(),
        totals.taxTotal(),
        totals.total());
  }
}
