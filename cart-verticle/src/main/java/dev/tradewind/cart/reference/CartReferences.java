package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.discount.DiscountChangeKind;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.CartDiscount;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.cart.tax.CartTaxes;
import dev.tradewind.kernel.changelog.Dependencies;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
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

  /**
   * All that the cart shows of these references; absent if that is more than the logs cover, such
   * as the answer of a tax provider.
   */
  public @Nullable Dependencies dependencies(Cart cart) {
    boolean isOfProvider = region.getString("tax_provider_id") != null && cart.input() == null;
    if (isOfProvider || (cart.customerId() != null && customer == null)) {
      return null;
    }
    boolean isUnknown =
        !variants.keySet().containsAll(ReferenceMaps.ids(cart.items(), LineItem::variantId));
    Set<String> productIds = ReferenceMaps.ids(cart.items(), LineItem::productId);
    Dependencies rendered =
        (isUnknown ? CartCaches.SHOWN.and(CatalogChangeKind.PRODUCT) : CartCaches.SHOWN)
            .with(CatalogChangeKind.PRODUCT, productIds)
            .with(CatalogChangeKind.STOCK, productIds)
            .with(CustomerChangeKind.CUSTOMER, Stream.ofNullable(cart.customerId()).toList())
            .with(
                DiscountChangeKind.DISCOUNT,
                cart.discounts().stream().map(CartDiscount::id).toList())
            .with(DiscountChangeKind.GIFT_CARD, cart.giftCardIds());
    for (GiftCard card : giftCards.values()) {
      rendered = card.isExpired() ? rendered : rendered.until(card.endsAt());
    }
    return rendered;
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
