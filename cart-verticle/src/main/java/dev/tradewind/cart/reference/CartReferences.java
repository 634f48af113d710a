package dev.tradewind.cart.reference;

import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.tax.CartTaxes;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reference data of a cart that its response embeds, as the owning verticles returned it.
 *
 * @param region with countries, payment providers and tax rates
 * @param variants by id, each with its product; a deleted one is missing
 * @param offSale ids of those that shoppers may not buy
 * @param shippingOptions of the chosen methods, by id
 * @param giftCards by id; a deleted one is missing
 * @param countries of its addresses, by code
 */
public record CartReferences(
    JsonObject region,
    @Nullable JsonObject salesChannel,
    @Nullable JsonObject customer,
    Map<String, JsonObject> variants,
    Set<String> offSale,
    Map<String, JsonObject> shippingOptions,
    Map<String, GiftCard> giftCards,
    CartTaxes taxes,
    Map<String, JsonObject> countries) {

  /** Copy with the taxes that are due. */
  CartReferences with(CartTaxes due) {
    return new CartReferences(
        region,
        salesChannel,
        customer,
        variants,
        offSale,
        shippingOptions,
        giftCards,
        due,
        countries);
  }

  /** The address with its country. */
  public JsonObject withCountry(JsonObject address) {
    String code = address.getString("country_code");
    return address.put("country", code == null ? null : countries.get(code));
  }

  public boolean automaticTaxes() {
    return region.getBoolean("automatic_taxes", true);
  }
}
