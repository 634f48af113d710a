package dev.tradewind.cart;

import dev.tradewind.model.totals.CartTotals;
import dev.tradewind.model.totals.TaxRate;
import dev.tradewind.model.totals.TaxableLine;
import dev.tradewind.model.totals.TaxableMethod;
import java.util.List;
import org.apache.commons.numbers.fraction.BigFraction;

/** Hands a cart to the totals engine. */
public final class CartAmounts {

  private CartAmounts() {}

  /** With the taxes of its region, whether or not the region shows them by itself. */
  public static CartTotals taxed(Cart cart, CartContext context) {
    return of(cart, context, true);
  }

  static CartTotals of(Cart cart, CartContext context, boolean taxed) {
    CartTaxes taxes = context.taxes();
    return CartTotals.of(
        cart.items().stream().map(item -> line(item, taxed ? taxes.of(item) : List.of())).toList(),
        cart.shippingMethods().stream()
            .map(method -> method(method, taxed ? taxes.of(method) : List.of()))
            .toList());
  }

  private static TaxableLine line(LineItem item, List<TaxRate> rates) {
    return new TaxableLine(
        item.id(), item.unitPrice(), item.quantity(), item.includesTax(), rates, BigFraction.ZERO);
  }

  private static TaxableMethod method(ShippingMethod method, List<TaxRate> rates) {
    return new TaxableMethod(method.id(), method.price(), method.includesTax(), rates);
  }
}
