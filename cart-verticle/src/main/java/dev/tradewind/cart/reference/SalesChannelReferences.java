package dev.tradewind.cart.reference;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cached sales channels of carts, and their validation. */
public final class SalesChannelReferences {

  private final CatalogClient catalog;
  private final CartCaches caches;

  SalesChannelReferences(CatalogClient catalog, CartCaches caches) {
    this.catalog = catalog;
    this.caches = caches;
  }

  /** Sales channel with that id, else of the publishable key, else the store's default. */
  public Future<JsonObject> find(
      CallContext context, @Nullable String id, @Nullable String publishableKey) {
    if (publishableKey != null) {
      return catalog.findSalesChannel(context, id, publishableKey);
    }
    return id == null
        ? findDefault(context)
        : cached(context, id)
            .compose(found -> {
              JsonObject channel = found.get(id);
              // A cached absence has no problem of its own: the owner answers with it.
              if (channel == null) {
                return catalog.findSalesChannel(context, id);
              }
              return Future.succeededFuture(channel);
            });
  }

  private Future<JsonObject> findDefault(CallContext context) {
    return caches
        .defaults
        .get(
            List.of(CartCaches.Default.SALES_CHANNEL),
            missing ->
                catalog
                    .findSalesChannel(context, null)
                    .map(found -> Map.of(CartCaches.Default.SALES_CHANNEL, found)))
        .map(found -> Objects.requireNonNull(found.get(CartCaches.Default.SALES_CHANNEL)));
  }

  private Future<Map<String, JsonObject>> cached(CallContext context, String id) {
    return caches.salesChannels.get(List.of(id), missing -> load(context, id));
  }

  private Future<Map<String, JsonObject>> load(CallContext context, String id) {
    return catalog.findSalesChannel(context, id).map(found -> Map.of(id, found));
  }

  /** Sales channel of a cart, if it has one; one that was deleted since is shown as null. */
  Future<Optional<JsonObject>> findOptional(CallContext context, @Nullable String id) {
    if (id == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return caches
        .salesChannels
        .get(
            List.of(id),
            missing ->
                load(context, id)
                    .recover(failure -> {
                      if (Problem.is(failure, Problem.Kind.NOT_FOUND)) {
                        return Future.succeededFuture(Map.of());
                      }
                      return Future.failedFuture(failure);
                    }))
        .map(found -> Optional.ofNullable(found.get(id)));
  }

  public static JsonObject requireEnabled(JsonObject channel) {
    if (channel.getBoolean("is_disabled", false)) {
      throw Problem.invalidData(
          "Unable to assign the cart to a disabled Sales Channel \""
              + channel.getString("name")
              + "\"");
    }
    return channel;
  }
}
