package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.api.customer.CustomerChangeKind;
import dev.tradewind.api.discount.DiscountChangeKind;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.FreshCache;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Caches of reference data of other verticles, one set per verticle instance. */
final class CartCaches {

  /** Each with its product takes a few kilobytes. */
  private static final int MAX_VARIANTS = 5_000;

  /** More than the variants, so that a sale of others does not make them stale. */
  private static final int MAX_STOCKS = 20_000;

  private static final int MAX_ENTRIES = 10_000;

  /** Data of carts that name no id. They have a cache of their own: an id is any text. */
  enum Default {
    REGION,
    SALES_CHANNEL
  }

  /** All that carts show beside what has an id. */
  static final Dependencies SHOWN =
      Dependencies.on(
          CatalogChangeKind.REGION,
          CatalogChangeKind.SALES_CHANNEL,
          CatalogChangeKind.SHIPPING_OPTION,
          CatalogChangeKind.INVENTORY);

  private static final Dependencies REGION = Dependencies.on(CatalogChangeKind.REGION);
  private static final Dependencies SALES_CHANNEL =
      Dependencies.on(CatalogChangeKind.SALES_CHANNEL);
  private static final Dependencies SHIPPING_OPTION =
      Dependencies.on(CatalogChangeKind.SHIPPING_OPTION);

  /**
   * Tax rates and their links to products and types come with the region, those to shipping options
   * with these, and the type of a product with the lists. A sale changes none of them.
   */
  private static final Dependencies TAX_RATE =
      REGION.and(CatalogChangeKind.SHIPPING_OPTION).and(CatalogChangeKind.PRODUCT_LIST);

  /** Tax rates decide which price is the lowest, locations what is in stock. */
  private static final Dependencies QUOTE =
      TAX_RATE.and(CatalogChangeKind.PRICE_LIST).and(CatalogChangeKind.SALES_CHANNEL);

  /** Profiles come with the product; locations and items decide about the stock that is shown. */
  private static final Dependencies VARIANT =
      SHIPPING_OPTION.and(CatalogChangeKind.SALES_CHANNEL).and(CatalogChangeKind.INVENTORY);

  private static final Dependencies NONE = Dependencies.on();

  final ChangeLog log;
  final FreshCache<String, JsonObject> regions;
  final FreshCache<String, JsonObject> salesChannels;
  final FreshCache<Default, JsonObject> defaults;
  final FreshCache<String, JsonObject> customers;
  final FreshCache<VariantReferences.Key, CatalogVariant> variants;
  final FreshCache<VariantReferences.QuoteKey, VariantQuote> quotes;
  final FreshCache<String, JsonObject> shippingOptions;
  final FreshCache<TaxKey, List<TaxRate>> taxRates;
  final FreshCache<String, String> discounts;
  final FreshCache<String, JsonObject> countries;
  final FreshCache<String, GiftCard> giftCards;

  CartCaches(ChangeLog log) {
    this.log = log;
    regions = new FreshCache<>(log, MAX_ENTRIES, (id, region) -> REGION);
    salesChannels = new FreshCache<>(log, MAX_ENTRIES, (id, channel) -> SALES_CHANNEL);
    defaults = new FreshCache<>(log, Default.values().length, (kind, found) -> ofDefault(kind));
    customers = new FreshCache<>(log, MAX_ENTRIES, (id, customer) -> ofCustomer(customer));
    StockChanges stock = new StockChanges(MAX_STOCKS);
    log.onDetails(CatalogChangeKind.STOCK, stock);
    variants =
        new FreshCache<>(
            log, MAX_VARIANTS, (id, variant) -> ofVariant(variant), stock::renewedVariant);
    quotes =
        new FreshCache<>(log, MAX_VARIANTS, (key, quote) -> ofQuote(quote), stock::renewedQuote);
    shippingOptions = new FreshCache<>(log, MAX_ENTRIES, (id, option) -> SHIPPING_OPTION);
    taxRates = new FreshCache<>(log, MAX_ENTRIES, (id, rates) -> TAX_RATE);
    discounts = new FreshCache<>(log, MAX_ENTRIES, (id, discount) -> ofDiscount(id));
    countries = new FreshCache<>(log, MAX_ENTRIES, (id, country) -> REGION);
    giftCards = new FreshCache<>(log, MAX_ENTRIES, CartCaches::ofGiftCard);
  }

  private static Dependencies ofDefault(Default kind) {
    return switch (kind) {
      case REGION -> REGION;
      case SALES_CHANNEL -> SALES_CHANNEL;
    };
  }

  /** A customer that comes is not logged as a change, so its absence is not cached. */
  private static @Nullable Dependencies ofCustomer(@Nullable JsonObject customer) {
    if (customer == null) {
      return null;
    }
    return NONE.with(CustomerChangeKind.CUSTOMER, List.of(customer.getString("id")));
  }

  /** The product of an unknown variant is unknown too. A sale renews a known one. */
  private static Dependencies ofVariant(@Nullable CatalogVariant variant) {
    if (variant == null) {
      return Dependencies.on(CatalogChangeKind.PRODUCT);
    }
    return VARIANT.with(CatalogChangeKind.PRODUCT, List.of(variant.productId()));
  }

  /**
   * A product changes with its prices and its stock, a sale renews the quote. An unknown variant
   * has no quote.
   */
  private static @Nullable Dependencies ofQuote(@Nullable VariantQuote quote) {
    if (quote == null) {
      return null;
    }
    return QUOTE
        .with(CatalogChangeKind.PRODUCT, List.of(quote.variant().getString("product_id")))
        .until(quote.until());
  }

  private static Dependencies ofDiscount(String id) {
    return NONE.with(DiscountChangeKind.DISCOUNT, List.of(id));
  }

  private static Dependencies ofGiftCard(String id, @Nullable GiftCard card) {
    Dependencies own = NONE.with(DiscountChangeKind.GIFT_CARD, List.of(id));
    return card == null || card.isExpired() ? own : own.until(card.endsAt());
  }
}
