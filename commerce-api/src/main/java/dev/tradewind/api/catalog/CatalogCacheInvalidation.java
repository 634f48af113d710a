package dev.tradewind.api.catalog;

import dev.tradewind.api.event.InvalidationChannel;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.Locale;

/**
 * Cache invalidation of the catalog, sent to every node after a change is committed. A lost message
 * only means that caches serve the old state for seconds.
 */
public final class CatalogCacheInvalidation {

  /** Address of the messages. */
  public static final String ADDRESS = "catalog.changed";

  /** Kinds of cached catalog resources. */
  public enum Kind {
    VARIANT,
    PRODUCT,
    COLLECTION,
    CURRENCY,
    REGION,
    SALES_CHANNEL,
    SHIPPING_OPTION,
    TAX_RATE,
    INVENTORY_ITEM,
    STORE
  }

  private static final InvalidationChannel<Kind> CHANNEL =
      new InvalidationChannel<>(ADDRESS, Kind.class, kind -> kind.name().toLowerCase(Locale.ROOT));

  private CatalogCacheInvalidation() {}

  public static void publishVariants(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.VARIANT, ids);
  }

  public static void publishProducts(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.PRODUCT, ids);
  }

  public static void publishCollections(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.COLLECTION, ids);
  }

  public static void publishCurrencies(EventBus bus, Collection<String> codes) {
    CHANNEL.publish(bus, Kind.CURRENCY, codes);
  }

  public static void publishRegions(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.REGION, ids);
  }

  public static void publishSalesChannels(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.SALES_CHANNEL, ids);
  }

  public static void publishShippingOptions(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.SHIPPING_OPTION, ids);
  }

  public static void publishTaxRates(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.TAX_RATE, ids);
  }

  /** Items that were created: the shop may have got its first one. */
  public static void publishInventoryItems(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.INVENTORY_ITEM, ids);
  }

  public static void publishStore(EventBus bus, Collection<String> ids) {
    CHANNEL.publish(bus, Kind.STORE, ids);
  }

  /** Receives every change until the consumer is unregistered. */
  public static MessageConsumer<JsonObject> listen(
      EventBus bus, InvalidationChannel.Listener<Kind> listener) {
    return CHANNEL.listen(bus, listener);
  }
}
