package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.kernel.cache.ReferenceCache;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Caches of reference data of other verticles, one set per verticle instance, removed by cache
 * invalidation messages.
 */
public final class CartCaches {

  final ReferenceCache<JsonObject> regions = new ReferenceCache<>();
  final ReferenceCache<JsonObject> salesChannels = new ReferenceCache<>();
  final ReferenceCache<JsonObject> customers = new ReferenceCache<>();
  final ReferenceCache<CatalogVariant> variants = new ReferenceCache<>();
  final ReferenceCache<JsonObject> shippingOptions = new ReferenceCache<>();
  final ReferenceCache<List<TaxRate>> taxRates = new ReferenceCache<>();
  final ReferenceCache<String> discounts = new ReferenceCache<>();
  final ReferenceCache<JsonObject> countries = new ReferenceCache<>();
  final ReferenceCache<GiftCard> giftCards = new ReferenceCache<>();

  public List<MessageConsumer<JsonObject>> listen(EventBus bus) {
    return List.of(
        CatalogCacheInvalidation.listen(bus, this::invalidate),
        DiscountCacheInvalidation.listen(
            bus,
            (kind, ids) -> {
              discounts.invalidate(ids);
              giftCards.invalidate(ids);
            }));
  }

  /** Subscribes to changes of customers and their groups. */
  public void listenToCustomers(EventBus bus) {
    CustomerCacheInvalidation.listen(
        bus,
        (kind, ids) -> {
          switch (kind) {
            case CUSTOMER -> customers.invalidate(ids);
            case DELETED_GROUP -> customers.invalidateAll();
          }
        });
  }

  private void invalidate(CatalogCacheInvalidation.@Nullable Kind kind, List<String> ids) {
    switch (kind) {
      case REGION -> {
        countries.invalidateAll();
        // Invalidates all regions: the default one is cached under a second key too.
        regions.invalidateAll();
        taxRates.invalidateAll();
      }
      case CURRENCY -> regions.invalidateAll();
      case COLLECTION, INVENTORY_ITEM, STORE -> {
        // A cart shows only the id of a collection, and nothing of the store; stock is not cached.
      }
      case SALES_CHANNEL -> salesChannels.invalidateAll();
      case VARIANT -> variants.invalidate(ids);
      case PRODUCT -> {
        variants.invalidateIf(variant -> ids.contains(variant.document().getString("product_id")));
        taxRates.invalidateAll();
      }
      case SHIPPING_OPTION -> shippingOptions.invalidate(ids);
      case TAX_RATE -> {
        regions.invalidateAll();
        taxRates.invalidateAll();
      }
      case null -> {
        // Unknown kind, sent by a newer catalog verticle: invalidate all its data.
        countries.invalidateAll();
        regions.invalidateAll();
        salesChannels.invalidateAll();
        variants.invalidateAll();
        shippingOptions.invalidateAll();
        taxRates.invalidateAll();
      }
    }
  }
}
