package dev.tradewind.order.model;

import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.line.OrderShippingMethod;
import dev.tradewind.totals.TaxableLine;
import dev.tradewind.totals.TaxableMethod;
import dev.tradewind.totals.TotalsInput;
import java.util.List;

/** Totals input of orders stored without one. */
public final class OrderTotalsInput {

  private OrderTotalsInput() {}

  /** Orders that old had neither discounts nor gift cards. */
  public static TotalsInput of(List<OrderLine> lines, List<OrderShippingMethod> methods) {
    return TotalsInput.of(
        lines.stream().map(OrderTotalsInput::line).toList(),
        methods.stream().map(OrderTotalsInput::method).toList());
  }

  /** The line without a discount. */
  public static TaxableLine line(OrderLine line) {
    return new TaxableLine(
        line.id(), line.unitPrice(), line.quantity(), line.includesTax(), line.taxRates(), false);
  }

  private static TaxableMethod method(OrderShippingMethod method) {
    return new TaxableMethod(
        method.details().id(), method.price(), method.includesTax(), method.taxRates());
  }
}
