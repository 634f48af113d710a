package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.api.customer.CustomerCacheInvalidation;
import dev.tradewind.api.discount.DiscountCacheInvalidation;
import dev.tradewind.api.discount.GiftCard;
import dev.tradewind.totals.TaxRate;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one instance of the verticle remembers of its neighbours; told when something changed. */
public final class CartCaches {

  final ReferenceCache<JsonObject> regions = new ReferenceCache<>();
  final ReferenceCache<JsonObject> salesChannels = new ReferenceCache<>();
  final ReferenceCache<JsonObject> customers = new ReferenceCache<>();
  final ReferenceCache<CatalogVariant> variants = new ReferenceCache<>();
  final ReferenceCache<JsonObject> shippingOptions = new ReferenceCache<>();
  final ReferenceCache<List<TaxRate>> taxRates = new ReferenceCache<>();
  final ReferenceCache<GiftCard> giftCards = new ReferenceCache<>();

  public List<MessageConsumer<JsonObject>> listen(EventBus bus) {
    return List.of(
        CatalogCacheInvalidation.listen(bus, this::forget),
        DiscountCacheInvalidation.listen(bus, (kind, ids) -> giftCards.forget(ids)));
  }

  /** Hears of customers whose groups or fields are others now. */
  public void listenToCustomers(EventBus bus) {
    CustomerCacheInvalidation.listen(
        bus,
        (kind, ids) -> {
          switch (kind) {
            case CUSTOMER -> customers.forget(ids);
            case DELETED_GROUP -> customers.forgetAll();
          }
        });
  }

  private void forget(CatalogCacheInvalidation.@Nullable Kind kind, List<String> ids) {
    switch (kind) {
      case REGION -> {
        // All of them, for the default one stands there under another name too.
        regions.forgetAll();
        taxRates.forgetAll();
      }
      case CURRENCY -> regions.forgetAll();
      case COLLECTION, STORE -> {
        // A cart shows no more of a collection than its id, and nothing of the store.
      }
      case SALES_CHANNEL -> salesChannels.forgetAll();
      case VARIANT -> variants.forget(ids);
      case PRODUCT -> {
        variants.forgetWhere(variant -> ids.contains(variant.document().getString("product_id")));
        taxRates.forgetAll();
      }
      case SHIPPING_OPTION -> shippingOptions.forget(ids);
      case TAX_RATE -> {
        regions.forgetAll();
        taxRates.forgetAll();
      }
      case null -> {
        // A kind of a newer catalogue: nothing that came from there is trusted any more.
        regions.forgetAll();
        salesChannels.forgetAll();
        variants.forgetAll();
        shippingOptions.forgetAll();
        taxRates.forgetAll();
      }
    }
  }
}
