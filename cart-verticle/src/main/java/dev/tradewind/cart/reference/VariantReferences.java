package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.catalog.VariantQuote;
import dev.tradewind.cart.model.Cart;
import dev.tradewind.cart.model.LineItem;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Cached variants of carts with the stock of a sales channel, and cached quotes of them. */
public final class VariantReferences {

  private final CatalogClient catalog;
  private final CartCaches caches;

  VariantReferences(CatalogClient catalog, CartCaches caches) {
    this.catalog = catalog;
    this.caches = caches;
  }

  /** Cache key of a variant: channels have their own stock of it. */
  record Key(@Nullable String channelId, String variantId) {

    static Set<Key> of(@Nullable String channelId, Collection<String> variantIds) {
      return variantIds.stream().map(id -> new Key(channelId, id)).collect(Collectors.toSet());
    }
  }

  /** Terms of quotes: prices differ by region and groups of customers, stock by channel. */
  record Terms(String regionId, @Nullable String channelId, List<String> groups) {}

  /** Cache key of a quote. */
  record QuoteKey(Terms terms, String variantId) {}

  /** Variants of the cart's line items, by id. */
  public Future<Map<String, CatalogVariant>> find(CallContext context, Cart cart) {
    return find(
        context, cart.salesChannelId(), ReferenceMaps.ids(cart.items(), LineItem::variantId));
  }

  Future<Map<String, CatalogVariant>> find(
      CallContext context, @Nullable String channelId, Set<String> ids) {
    return caches
        .variants
        .get(
            Key.of(channelId, ids),
            missing ->
                catalog
                    .findVariantsOfChannel(
                        context, channelId, missing.stream().map(Key::variantId).toList())
                    .map(found -> byKey(channelId, found)))
        .map(VariantReferences::byId);
  }

  private static Map<Key, CatalogVariant> byKey(
      @Nullable String channelId, List<JsonObject> variants) {
    return variants.stream()
        .map(CatalogVariant::of)
        .collect(
            Collectors.toMap(
                variant -> new Key(channelId, variant.id()), Function.identity(), (a, b) -> a));
  }

  private static Map<String, CatalogVariant> byId(Map<Key, CatalogVariant> variants) {
    Map<String, CatalogVariant> byId = HashMap.newHashMap(variants.size());
    variants.forEach((key, variant) -> byId.put(key.variantId(), variant));
    return byId;
  }

  /** Documents of variants cached by earlier requests, by id. */
  Map<String, JsonObject> known(@Nullable String channelId, Collection<String> variantIds) {
    return documents(byId(caches.variants.known(Key.of(channelId, variantIds))));
  }

  /** Caches variants of another response about the channel, read after the position. */
  void cache(long position, @Nullable String channelId, List<JsonObject> variants) {
    byKey(channelId, variants)
        .forEach((key, variant) -> caches.variants.put(position, key, variant));
  }

  /**
   * Quotes of these variants cached by earlier requests on the same terms, by id of the variant.
   */
  Map<String, VariantQuote> knownQuotes(Terms terms, Collection<String> variantIds) {
    return caches
        .quotes
        .known(variantIds.stream().map(id -> new QuoteKey(terms, id)).toList())
        .values()
        .stream()
        .collect(Collectors.toMap(VariantQuote::variantId, Function.identity()));
  }

  /** Caches a quote that was read after the position. */
  void cacheQuote(long position, Terms terms, VariantQuote quote) {
    caches.quotes.put(position, new QuoteKey(terms, quote.variantId()), quote);
  }

  /** Documents of variants, by id. */
  static Map<String, JsonObject> documents(Map<String, CatalogVariant> variants) {
    Map<String, JsonObject> documents = HashMap.newHashMap(variants.size());
    variants.forEach((id, variant) -> documents.put(id, variant.document()));
    return documents;
  }

  /** Ids of the variants that shoppers may not buy. */
  static Set<String> offSale(Map<String, CatalogVariant> variants) {
    return variants.values().stream()
        .filter(variant -> !variant.isOnSale())
        .map(CatalogVariant::id)
        .collect(Collectors.toSet());
  }
}
