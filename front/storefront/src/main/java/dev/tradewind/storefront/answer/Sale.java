package dev.tradewind.storefront.answer;

import dev.tradewind.spi.SaleAmounts;
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

  /** Amounts that add up to the total, as shoppers see them. */
  SaleAmounts amounts();
}
