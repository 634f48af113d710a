package dev.tradewind.cart.reference;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cached regions of carts, and the countries of their addresses. */
public final class RegionReferences {

  private final CatalogClient catalog;
  private final CartCaches caches;

  RegionReferences(CatalogClient catalog, CartCaches caches) {
    this.catalog = catalog;
    this.caches = caches;
  }

  /** Region that a cart names; a deleted one has the time of its deletion. */
  public Future<JsonObject> find(CallContext context, String id) {
    return find(context, Set.of(id))
        .map(regions -> {
          JsonObject region = regions.get(id);
          if (region == null) {
            throw notFound(id);
          }
          return region;
        });
  }

  Future<Map<String, JsonObject>> find(CallContext context, Set<String> ids) {
    return caches.regions.get(
        ids, missing -> catalog.findRegionsWithDeleted(context, missing).map(ReferenceMaps::byId));
  }

  /** Region with its countries and providers, for a change of a cart; 404 if it was deleted. */
  public Future<JsonObject> findLive(CallContext context, String id) {
    return find(context, id).map(RegionReferences::requireLive);
  }

  /** Region of a cart without one. */
  public Future<JsonObject> findDefault(CallContext context) {
    return caches
        .defaults
        .get(
            List.of(CartCaches.Default.REGION),
            missing ->
                catalog
                    .findDefaultRegion(context)
                    .map(found -> Map.of(CartCaches.Default.REGION, found)))
        .map(found -> Objects.requireNonNull(found.get(CartCaches.Default.REGION)));
  }

  static JsonObject requireLive(JsonObject region) {
    if (region.getValue("deleted_at") != null) {
      throw notFound(region.getString("id"));
    }
    return region;
  }

  private static Problem notFound(String id) {
    return Problem.notFound("Region with " + id + " was not found");
  }

  /** Countries of the addresses; countries of the region have come with it. */
  Future<Map<String, JsonObject>> countries(
      CallContext context, Cart cart, JsonObject region, @Nullable JsonObject customer) {
    Set<String> codes = codes(cart, customer);
    Map<String, JsonObject> found = new HashMap<>();
    for (Object each : region.getJsonArray("countries", new JsonArray())) {
      JsonObject country = (JsonObject) each;
      if (codes.remove(country.getString("iso_2"))) {
        found.put(country.getString("iso_2"), country);
      }
    }
    return caches
        .countries
        .get(
            codes,
            missing ->
                catalog
                    .findCountries(context, missing)
                    .map(countries ->
                        countries.stream()
                            .collect(
                                Collectors.toMap(
                                    country -> country.getString("iso_2"), Function.identity()))))
        .map(abroad -> {
          found.putAll(abroad);
          return found;
        });
  }

  private static Set<String> codes(Cart cart, @Nullable JsonObject customer) {
    Set<String> codes = new HashSet<>();
    addCode(codes, cart.billingAddress());
    addCode(codes, cart.shippingAddress());
    JsonObject billing = customer == null ? null : customer.getJsonObject("billing_address");
    if (billing != null && billing.getString("country_code") != null) {
      codes.add(billing.getString("country_code"));
    }
    return codes;
  }

  private static void addCode(Set<String> codes, @Nullable Address address) {
    if (address != null && address.countryCode() != null) {
      codes.add(address.countryCode());
    }
  }
}
