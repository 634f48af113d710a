package dev.tradewind.order;

import dev.tradewind.model.totals.Basket;
import dev.tradewind.model.totals.TaxableLine;
import dev.tradewind.model.totals.TaxableMethod;
import java.util.List;

/** Input of the totals of orders that were stored without one. */
final class OrderBasket {

  private OrderBasket() {}

  /** Orders that are older than it had neither discounts nor gift cards. */
  static Basket of(List<OrderLine> lines, List<OrderShippingMethod> methods) {
    return Basket.of(
        lines.stream().map(OrderBasket::line).toList(),
        methods.stream().map(OrderBasket::method).toList());
  }

  private static TaxableLine line(OrderLine line) {
    return new TaxableLine(
        line.id(), line.unitPrice(), line.quantity(), line.includesTax(), line.taxRates(), false);
  }

  private static TaxableMethod method(OrderShippingMethod method) {
    return new TaxableMethod(
        method.details().id(), method.price(), method.includesTax(), method.taxRates());
  }
}
