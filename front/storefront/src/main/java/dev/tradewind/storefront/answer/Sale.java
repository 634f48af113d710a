package dev.tradewind.storefront.answer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cart, or the order that it has become. */
public sealed interface Sale permits Cart, Order {

  @Nullable String email();

  String currencyCode();

  List<LineItem> items();

  @Nullable Address shippingAddress();

  List<ShippingMethod> shippingMethods();

  SaleTotals totals();
}
