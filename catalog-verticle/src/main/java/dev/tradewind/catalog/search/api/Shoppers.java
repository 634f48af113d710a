package dev.tradewind.catalog.search.api;

import dev.tradewind.api.catalog.CatalogChangeKind;
import dev.tradewind.catalog.channel.PublishableKeys;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.catalog.price.PricingContexts;
import dev.tradewind.catalog.search.index.OfferContext;
import dev.tradewind.catalog.search.index.OfferContextStore;
import dev.tradewind.kernel.changelog.ChangeLog;
import dev.tradewind.kernel.changelog.Dependencies;
import dev.tradewind.kernel.changelog.FreshCache;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Resolver of the caller of a search: the channels of its publishable key, its region and its
 * customer groups. Without a named region it is the default one. Used on the event loop of the log.
 */
final class Shoppers {

  private static final int MAX_KEYS = 1_000;
  private static final int MAX_OFFERS = 32;
  private static final String ANY = "";

  private static final Dependencies OF_KEYS = Dependencies.on(CatalogChangeKind.SALES_CHANNEL);
  private static final Dependencies OF_REGIONS = Dependencies.on(CatalogChangeKind.REGION);
  private static final Dependencies OF_OFFERS =
      Dependencies.on(
          CatalogChangeKind.SALES_CHANNEL, CatalogChangeKind.REGION, CatalogChangeKind.PRICE_LIST);

  private final PricingContexts contexts;
  private final PublishableKeys keys;
  private final OfferContextStore store;
  private final FreshCache<String, List<String>> channels;
  private final FreshCache<String, String> regions;
  private final FreshCache<Shown, OfferContext> offers;

  private record Shown(
      @Nullable String regionId,
      @Nullable String currency,
      List<String> groups,
      List<String> channels) {

    boolean isPlaced() {
      return regionId != null || currency != null;
    }
  }

  Shoppers(PricingContexts contexts, PublishableKeys keys, OfferContextStore store, ChangeLog log) {
    this.contexts = contexts;
    this.keys = keys;
    this.store = store;
    this.channels = new FreshCache<>(log, MAX_KEYS, (key, found) -> OF_KEYS);
    this.regions = new FreshCache<>(log, 1, (key, found) -> OF_REGIONS);
    this.offers =
        new FreshCache<>(log, MAX_OFFERS, (key, found) -> isUnknown(key, found) ? null : OF_OFFERS);
  }

  /**
   * @param place the region, currency or cart that the request names
   */
  Future<Shopper> of(Request request, JsonObject place) {
    return pricing(request, place)
        .compose(pricing ->
            channels(request)
                .compose(ofKey ->
                    offers(pricing, ofKey).map(offer -> new Shopper(pricing, ofKey, offer))));
  }

  private Future<PricingContext> pricing(Request request, JsonObject place) {
    if (!place.isEmpty()) {
      return named(request, place);
    }
    return one(regions, ANY, key -> store.findDefaultRegion().map(found -> found.orElse(ANY)))
        .compose(region ->
            named(
                request,
                region.isEmpty() ? new JsonObject() : new JsonObject().put("region_id", region)));
  }

  private Future<PricingContext> named(Request request, JsonObject place) {
    return contexts.of(
        new Request(request.operation(), request.context(), new JsonObject().put("query", place)));
  }

  private Future<List<String>> channels(Request request) {
    String key = request.header(PublishableKeys.HEADER);
    if (key == null || key.isBlank()) {
      return Future.succeededFuture(List.of());
    }
    return one(channels, key, wanted -> keys.channels(request));
  }

  private Future<OfferContext> offers(PricingContext pricing, List<String> ofKey) {
    Shown key =
        new Shown(
            pricing.regionId(),
            pricing.currencyCode(),
            pricing.customerGroupIds().stream().sorted().toList(),
            ofKey);
    Shown without = new Shown(null, null, List.of(), ofKey);
    return one(offers, key, wanted -> store.find(pricing, ofKey))
        .compose(found ->
            isUnknown(key, found)
                ? one(offers, without, wanted -> store.find(PricingContext.NONE, ofKey))
                : Future.succeededFuture(found));
  }

  /** Whether a caller has named a place that the shop does not have: no such place is kept. */
  private static boolean isUnknown(Shown key, @Nullable OfferContext found) {
    return key.isPlaced() && found != null && !found.hasPlace();
  }

  private interface Load<K, V> {
    Future<V> of(K key);
  }

  private static <K, V> Future<V> one(FreshCache<K, V> cache, K key, Load<K, V> load) {
    return cache
        .get(List.of(key), missing -> load.of(key).map(found -> Map.of(key, found)))
        .map(found -> Objects.requireNonNull(found.get(key)));
  }
}
