package dev.tradewind.storefront.answer;

import dev.tradewind.spi.SaleAmounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Totals of a cart or an order, in the smallest unit of its currency. */
public record SaleTotals(
    long shippingTotal,
    long shippingTaxTotal,
    long giftCardTotal,
    long giftCardTaxTotal,
    long taxTotal,
    long total) {

  /**
   * Amounts as shoppers see them.
   *
   * @param shipping with its tax; absent while it is not known
   * @param tax part of the total, without what gift cards pay
   */
  SaleAmounts amounts(
      List<LineItem> items, @Nullable Long shipping, long tax, long paid, long refunded) {
    long before = items.stream().mapToLong(LineItem::originalTotal).sum();
    long after = items.stream().mapToLong(LineItem::total).sum();
    return new SaleAmounts(
        before,
        before - after,
        shipping,
        giftCardTotal + giftCardTaxTotal,
        total,
        tax,
        paid,
        refunded);
  }

  /** Shipping with its tax. */
  long shipping() {
    return shippingTotal + shippingTaxTotal;
  }
}
