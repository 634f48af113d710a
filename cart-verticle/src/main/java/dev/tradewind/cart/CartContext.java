package dev.tradewind.cart;

import io.vertx.core.json.JsonObject;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a cart refers to and its answer embeds, as the owners of these things gave it.
 *
 * @param region with countries, payment providers and tax rates
 * @param variants by id, each with its product; a deleted one is missing
 * @param shippingOptions by id; those of the chosen methods
 */
public record CartContext(
    JsonObject region,
    @Nullable JsonObject salesChannel,
    @Nullable JsonObject customer,
    Map<String, JsonObject> variants,
    Map<String, JsonObject> shippingOptions,
    CartTaxes taxes) {

  /** The same with the region and the rates as they are now. */
  CartContext taxedBy(JsonObject presentRegion, CartTaxes presentTaxes) {
    return new CartContext(
        presentRegion, salesChannel, customer, variants, shippingOptions, presentTaxes);
  }

  boolean automaticTaxes() {
    return region.getBoolean("automatic_taxes", true);
  }
}
