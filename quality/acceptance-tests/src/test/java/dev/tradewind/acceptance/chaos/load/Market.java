package dev.tradewind.acceptance.chaos.load;

import dev.tradewind.acceptance.chaos.ChaosDatabase;
import io.vertx.core.json.JsonObject;

/**
 * Region with what its shoppers and staff choose there.
 *
 * @param isAtStripe whether its payments are made at Stripe, by the shopper's browser; else they
 *     are those of the provider with a ledger
 */
public record Market(
    String regionId,
    String countryCode,
    String shippingOptionId,
    String returnOptionId,
    boolean isAtStripe) {

  /** The market of a currency of the demo shop. */
  static Market of(ChaosDatabase database, String currency, String country, boolean isAtStripe) {
    String region =
        database
            .texts("SELECT id FROM catalog.region WHERE currency_code = '%s'".formatted(currency))
            .getFirst();
    String shippingOption =
        database
            .texts(
                "SELECT id FROM catalog.shipping_option WHERE name = 'Express Shipping'"
                    + " AND region_id = '%s'".formatted(region))
            .getFirst();
    return new Market(region, country, shippingOption, "so_chaos_return_" + country, isAtStripe);
  }

  public JsonObject inRegion() {
    return new JsonObject().put("region_id", regionId);
  }

  JsonObject shipping() {
    return new JsonObject().put("option_id", shippingOptionId);
  }

  JsonObject address() {
    return new JsonObject()
        .put("first_name", "Ada")
        .put("last_name", "Lovelace")
        .put("address_1", "1 Main St")
        .put("city", "Town")
        .put("postal_code", "1000")
        .put("country_code", countryCode);
  }
}
