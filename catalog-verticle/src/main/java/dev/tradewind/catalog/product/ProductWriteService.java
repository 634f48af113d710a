package dev.tradewind.catalog.product;

import dev.tradewind.api.catalog.CatalogCacheInvalidation;
import dev.tradewind.catalog.inventory.InventoryItems;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.core.eventbus.EventBus;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Transaction that writes any number of products: resolves references, locks the products, applies
 * the caller's decision, and writes rows and events. The number of statements does not depend on
 * the number of products.
 */
public final class ProductWriteService {

  private final Pool pool;
  private final EventBus eventBus;
  private final Clock clock;

  public ProductWriteService(Pool pool, EventBus eventBus, Clock clock) {
    this.pool = pool;
    this.eventBus = eventBus;
    this.clock = clock;
  }

  /**
   * Runs the transaction, retries it after a conflict with another one, and invalidates the caches.
   *
   * @param ids existing products; unknown ones are left out of the states
   * @param decide computes the changes; called once per attempt
   * @return result of the decision in the committed attempt
   */
  <T> Future<T> write(
      CallContext context,
      ReferencedKeys names,
      Collection<String> ids,
      BiFunction<ProductChangeSet, Map<String, ExistingProduct>, T> decide) {
    Instant now = Timestamps.now(clock);
    return Transactions.inTransaction(pool, db -> attempt(db, context, now, names, ids, decide))
        .map(written -> {
          invalidateCaches(written.rows());
          announceItems(eventBus, written.inventoryItems());
          return written.decided();
        });
  }

  private record Written<T>(ProductBatch rows, List<String> inventoryItems, T decided) {}

  private static <T> Future<Written<T>> attempt(
      SqlConnection db,
      CallContext context,
      Instant now,
      ReferencedKeys names,
      Collection<String> ids,
      BiFunction<ProductChangeSet, Map<String, ExistingProduct>, T> decide) {
    return ResolvedReferences.find(db, names, now)
        .compose(references ->
            states(db, ids)
                .compose(states -> {
                  ProductChangeSet writing = new ProductChangeSet(context, now, references);
                  T decided = decide.apply(writing, states);
                  return write(db, context, now, references, writing.rows())
                      .map(items -> new Written<>(writing.rows(), items, decided));
                }));
  }

  /**
   * Writes the rows, and in a shop with stock at locations the inventory items of the variants.
   * Items are deleted with their variants, and first, so that a SKU can be reused.
   *
   * @return ids of new inventory items
   */
  static Future<List<String>> write(
      SqlConnection db,
      CallContext context,
      Instant now,
      ResolvedReferences references,
      ProductBatch rows) {
    Future<Void> deleted =
        references.hasItems() && !rows.goneVariants().isEmpty()
            ? InventoryItems.deleteOfVariants(db, context, rows.goneVariants(), now)
            : Future.succeededFuture();
    return deleted
        .compose(done -> ProductStore.write(db, rows, now))
        .compose(done ->
            references.isLocated() && !rows.variants().isEmpty()
                ? InventoryItems.locateVariants(db, context, rows.variants(), now)
                : Future.succeededFuture(List.of()));
  }

  private void invalidateCaches(ProductBatch written) {
    if (!written.products().isEmpty()) {
      CatalogCacheInvalidation.publishProducts(eventBus, written.products());
    }
    if (!written.variants().isEmpty()) {
      CatalogCacheInvalidation.publishVariants(eventBus, written.variants());
    }
  }

  static void announceItems(EventBus eventBus, List<String> ids) {
    if (!ids.isEmpty()) {
      CatalogCacheInvalidation.publishInventoryItems(eventBus, ids);
    }
  }

  private static Future<Map<String, ExistingProduct>> states(
      SqlConnection db, Collection<String> ids) {
    return ids.isEmpty() ? Future.succeededFuture(Map.of()) : ProductStore.lock(db, ids);
  }
}
