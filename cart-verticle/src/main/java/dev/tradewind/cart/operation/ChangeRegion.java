package dev.tradewind.cart.operation;

import dev.tradewind.api.address.Address;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.cart.item.LineItemRules;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.reference.RegionCountries;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Move of a cart to another region. Shipping methods, payment sessions, gift cards and a shipping
 * country outside the new region are removed; the caller reprices the line items.
 */
public final class ChangeRegion {

  private final CatalogClient catalog;

  public ChangeRegion(CatalogClient catalog) {
    this.catalog = catalog;
  }

  /**
   * Cart in that region.
   *
   * @param country shipping country of the request
   */
  Future<Cart> to(
      CallContext context, Cart cart, String regionId, @Nullable String country, Instant now) {
    if (cart.paymentAuthorizedAt() != null) {
      throw Problem.notAllowed("Cannot change the region of a completed cart");
    }
    return catalog
        .findRegions(context, List.of(regionId))
        .map(regions ->
            regions.stream()
                .findFirst()
                .orElseThrow(() -> Problem.notFound("Region with " + regionId + " was not found")))
        .map(region -> moved(cart, region, country, now));
  }

  private static Cart moved(Cart cart, JsonObject region, @Nullable String country, Instant now) {
    if (country != null && !RegionCountries.contains(region, country)) {
      throw Problem.notAllowed("Country not available in region");
    }
    String shipTo = country == null ? RegionCountries.only(region) : country;
    return LineItemRules.withItems(cart, cart.items())
        .with(builder -> {
          builder.regionId(region.getString("id"));
          builder.giftCardIds(List.of());
          builder.paymentSessions(List.of());
          builder.shippingAddress(shippingTo(builder.shippingAddress(), shipTo, now));
        });
  }

  private static @Nullable Address shippingTo(
      @Nullable Address address, @Nullable String country, Instant now) {
    if (address != null) {
      return address.withCountry(country, now);
    }
    if (country == null) {
      return null;
    }
    return Address.created(
        UpdateAddresses.IDS.next(), new JsonObject().put("country_code", country), now);
  }
}
