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
 * The tax rates of a cart's region: those linked to a product or a shipping option, and the
 * region's own for all others. What the region's tax provider says takes their place.
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

  /** A custom line is never taxed. */
  public List<TaxRate> linked(LineItem item) {
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
