package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Cached tax rates of products and shipping options in the region of a cart. */
public final class TaxReferences {

  private final CatalogClient catalog;
  private final CartCaches caches;

  TaxReferences(CatalogClient catalog, CartCaches caches) {
    this.catalog = catalog;
    this.caches = caches;
  }

  /** Tax rates of these shipping options in the region. */
  public Future<CartTaxes> ofOptions(
      CallContext context, JsonObject region, Collection<String> optionIds) {
    return find(context, region.getString("id"), List.of(), optionIds)
        .map(rates -> cartTaxes(region, rates));
  }

  Future<Map<TaxKey, List<TaxRate>>> find(
      CallContext context,
      String regionId,
      Collection<String> productIds,
      Collection<String> optionIds) {
    return caches.taxRates.get(
        TaxKey.of(regionId, productIds, optionIds),
        missing ->
            catalog
                .findTaxRates(
                    context,
                    regionId,
                    TaxKey.ids(missing, TaxKey.Target.PRODUCT),
                    TaxKey.ids(missing, TaxKey.Target.SHIPPING_OPTION))
                .map(rates -> TaxKey.linked(missing, rates)));
  }

  static CartTaxes cartTaxes(JsonObject region, Map<TaxKey, List<TaxRate>> linked) {
    return new CartTaxes(
        CartTaxes.regionRate(region),
        TaxKey.byId(linked, TaxKey.Target.PRODUCT),
        TaxKey.byId(linked, TaxKey.Target.SHIPPING_OPTION));
  }
}
