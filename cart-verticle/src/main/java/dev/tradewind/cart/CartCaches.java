package dev.tradewind.cart;

import dev.tradewind.model.catalog.CatalogChanges;
import dev.tradewind.model.customer.CustomerChanges;
import dev.tradewind.model.discount.DiscountChanges;
import dev.tradewind.model.discount.GiftCard;
import dev.tradewind.model.totals.TaxRate;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one instance of the verticle remembers of its neighbours; told when something changed. */
public final class CartCaches {

  final NeighbourCache<JsonObject> regions = new NeighbourCache<>();
  final NeighbourCache<JsonObject> salesChannels = new NeighbourCache<>();
  final NeighbourCache<JsonObject> customers = new NeighbourCache<>();
  final NeighbourCache<SoldVariant> variants = new NeighbourCache<>();
  final NeighbourCache<JsonObject> shippingOptions = new NeighbourCache<>();
  final NeighbourCache<List<TaxRate>> taxRates = new NeighbourCache<>();
  final NeighbourCache<GiftCard> giftCards = new NeighbourCache<>();

  List<MessageConsumer<JsonObject>> listen(EventBus bus) {
    return List.of(
        CatalogChanges.listen(bus, this::forget),
        DiscountChanges.listen(bus, (kind, ids) -> giftCards.forget(ids)));
  }

  /** Hears of customers whose groups or fields are others now. */
  void listenToCustomers(EventBus bus) {
    CustomerChanges.listen(
        bus,
        (kind, ids) -> {
          switch (kind) {
            case CUSTOMER -> customers.forget(ids);
            case DELETED_GROUP -> customers.forgetAll();
          }
        });
  }

  private void forget(CatalogChanges.@Nullable Kind kind, List<String> ids) {
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
