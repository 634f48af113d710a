package dev.tradewind.cart.tax;

import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.model.ShippingMethod;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tax rates of a cart: those linked to a product or shipping option, else the one of the region.
 * Tax lines of the region's tax provider take precedence.
 */
public record CartTaxes(
    TaxRate regionRate,
    Map<String, List<TaxRate>> products,
    Map<String, List<TaxRate>> options,
    ProviderTaxes provided) {

  public CartTaxes(
      TaxRate regionRate, Map<String, List<TaxRate>> products, Map<String, List<TaxRate>> options) {
    this(regionRate, products, options, ProviderTaxes.NONE);
  }

  CartTaxes with(ProviderTaxes answer) {
    return new CartTaxes(regionRate, products, options, answer);
  }

  public List<TaxRate> of(LineItem item) {
    return provided.of(item.id(), linked(item));
  }

  public List<TaxRate> of(ShippingMethod method) {
    return provided.of(method.id(), ofOption(method.shippingOptionId()));
  }

  /**
   * Linked rates of a line item; a custom one is never taxed, and one that credits returned units
   * keeps the rates that they were sold with.
   */
  public List<TaxRate> linked(LineItem item) {
    if (item.isReturn()) {
      return item.returnedRates();
    }
    String productId = item.productId();
    return productId == null ? List.of() : orRegion(products.get(productId));
  }

  public List<TaxRate> ofOption(String optionId) {
    return orRegion(options.get(optionId));
  }

  private List<TaxRate> orRegion(@Nullable List<TaxRate> linked) {
    return linked == null || linked.isEmpty() ? List.of(regionRate) : linked;
  }

  public static TaxRate regionRate(JsonObject region) {
    return new TaxRate(percent(region.getValue("tax_rate")), "default", "default");
  }

  private static BigDecimal percent(@Nullable Object rate) {
    return rate == null ? BigDecimal.ZERO : new BigDecimal(rate.toString());
  }
}
