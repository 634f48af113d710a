package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.ShippingOptionQuery;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Cached shipping options of carts. */
public final class ShippingOptionReferences {

  private final CatalogClient catalog;
  private final CartCaches caches;

  ShippingOptionReferences(CatalogClient catalog, CartCaches caches) {
    this.catalog = catalog;
    this.caches = caches;
  }

  /** Shipping option with that id, if there is one. */
  public Future<Optional<JsonObject>> find(CallContext context, String id) {
    return find(context, Set.of(id)).map(found -> Optional.ofNullable(found.get(id)));
  }

  Future<Map<String, JsonObject>> find(CallContext context, Set<String> ids) {
    return caches.shippingOptions.get(
        ids,
        missing ->
            catalog
                .findShippingOptions(context, ShippingOptionQuery.byIds(missing))
                .map(ReferenceMaps::byId));
  }
}
