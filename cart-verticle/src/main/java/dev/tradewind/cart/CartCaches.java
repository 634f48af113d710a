package dev.tradewind.cart;

import dev.tradewind.model.catalog.CatalogChanges;
import dev.tradewind.model.customer.CustomerChanges;
import dev.tradewind.model.discount.DiscountChanges;
import dev.tradewind.model.discount.GiftCard;
import dev.tradewind.model.totals.TaxRate;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;

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
        bus.consumer(
            CatalogChanges.ADDRESS,
            message -> forget(message.body().getString("kind", ""), ids(message.body()))),
        bus.consumer(DiscountChanges.ADDRESS, message -> giftCards.forget(ids(message.body()))));
  }

  private static List<String> ids(JsonObject change) {
    return change.getJsonArray("ids", new JsonArray()).stream().map(String::valueOf).toList();
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

  private void forget(String kind, List<String> ids) {
    switch (kind) {
      case "region" -> {
        // All of them, for the default one stands there under another name too.
        regions.forgetAll();
        taxRates.forgetAll();
      }
      case "currency" -> regions.forgetAll();
      case "collection", "store" -> {
        // A cart shows no more of a collection than its id, and nothing of the store.
      }
      case "sales_channel" -> salesChannels.forgetAll();
      case "variant" -> variants.forget(ids);
      case "product" -> {
        variants.forgetWhere(variant -> ids.contains(variant.document().getString("product_id")));
        taxRates.forgetAll();
      }
      case "shipping_option" -> shippingOptions.forget(ids);
      case "tax_rate" -> {
        regions.forgetAll();
        taxRates.forgetAll();
      }
      default -> {
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
