package dev.tradewind.order.model;

import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.totals.CartTotals;
import dev.tradewind.totals.OrderTotals;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.invoke.MethodHandles;

/**
 * Amounts of an order when it was placed, in the smallest unit of its currency. The tax excludes
 * the part paid by gift cards; the total is the cart's.
 *
 * @param rawDiscountTotal not rounded
 */
@RecordBuilder
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

  /** Codec of its stored form, which is also its view. */
  public static final RecordCodec<OrderAmounts> CODEC =
      RecordCodec.of(MethodHandles.lookup(), OrderAmounts.class);

  public static OrderAmounts of(OrderTotals totals) {
    CartTotals cartTotals = totals.cartTotals();
    return OrderAmountsBuilder.builder()
        .subtotal(cartTotals.subtotal())
        .discountTotal(cartTotals.discountTotal())
        .rawDiscountTotal(cartTotals.rawDiscountTotal().number())
        .shippingTotal(cartTotals.shippingTotal())
        .itemTaxTotal(cartTotals.itemTaxTotal())
        .shippingTaxTotal(cartTotals.shippingTaxTotal())
        .giftCardTotal(totals.giftCardTotal())
        .giftCardTaxTotal(totals.giftCardTaxTotal())
        .taxTotal(totals.taxTotal())
        .total(totals.total())
        .build();
  }
}
