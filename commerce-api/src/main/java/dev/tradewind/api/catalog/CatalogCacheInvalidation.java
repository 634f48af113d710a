package dev.tradewind.api.catalog;

import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;

/**
 * Tells every node which parts of the catalogue have changed, so that nobody shows them from memory
 * any longer. Said after the change is committed; a lost message only means seconds of the old.
 */
public final class CatalogCacheInvalidation {

  /** Where changes are published, as {@code {kind, ids}}. */
  public static final String ADDRESS = "catalog.changed";

  private CatalogCacheInvalidation() {}

  public static void publishVariants(EventBus bus, Collection<String> ids) {
    publish(bus, "variant", ids);
  }

  public static void publishProducts(EventBus bus, Collection<String> ids) {
    publish(bus, "product", ids);
  }

  public static void publishCollections(EventBus bus, Collection<String> ids) {
    publish(bus, "collection", ids);
  }

  public static void publishCurrencies(EventBus bus, Collection<String> codes) {
    publish(bus, "currency", codes);
  }

  public static void publishRegions(EventBus bus, Collection<String> ids) {
    publish(bus, "region", ids);
  }

  public static void publishSalesChannels(EventBus bus, Collection<String> ids) {
    publish(bus, "sales_channel", ids);
  }

  public static void publishShippingOptions(EventBus bus, Collection<String> ids) {
    publish(bus, "shipping_option", ids);
  }

  public static void publishTaxRates(EventBus bus, Collection<String> ids) {
    publish(bus, "tax_rate", ids);
  }

  public static void publishStore(EventBus bus, Collection<String> ids) {
    publish(bus, "store", ids);
  }

  private static void publish(EventBus bus, String kind, Collection<String> ids) {
    bus.publish(
        ADDRESS, new JsonObject().put("kind", kind).put("ids", new JsonArray(List.copyOf(ids))));
  }
}
