package dev.tradewind.catalog.product.write;

import dev.tradewind.catalog.inventory.InventoryStore;
import dev.tradewind.catalog.product.model.ExistingProduct;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Transaction that writes any number of products: resolves references, locks the products, applies
 * the caller's decision, and writes rows and events. The number of statements does not depend on
 * the number of products.
 */
public final class ProductWriteService {

  private final ReferenceStore keyStore = new ReferenceStore();
  private final ProductStore products = new ProductStore();
  private final InventoryStore inventory;
  private final Pool pool;
  private final Clock clock;

  public ProductWriteService(Pool pool, InventoryStore inventory, Clock clock) {
    this.inventory = inventory;
    this.pool = pool;
    this.clock = clock;
  }

  /**
   * Runs the transaction, and retries it after a conflict with another one.
   *
   * @param ids existing products; unknown ones are left out of the states
   * @param decide computes the changes; called once per attempt
   * @return result of the decision in the committed attempt
   */
  <T> Future<T> write(
      CallContext context,
      ReferencedKeys keys,
      Collection<String> ids,
      BiFunction<ProductChangeSet, Map<String, ExistingProduct>, T> decide) {
    Instant now = Timestamps.now(clock);
    return Transactions.attributed(pool, db -> attempt(db, context, now, keys, ids, decide));
  }

  /** The same within the caller's transaction. */
  <T> Future<T> write(
      SqlConnection db,
      CallContext context,
      ReferencedKeys keys,
      Collection<String> ids,
      BiFunction<ProductChangeSet, Map<String, ExistingProduct>, T> decide) {
    return attempt(db, context, Timestamps.now(clock), keys, ids, decide);
  }

  private <T> Future<T> attempt(
      SqlConnection db,
      CallContext context,
      Instant now,
      ReferencedKeys keys,
      Collection<String> ids,
      BiFunction<ProductChangeSet, Map<String, ExistingProduct>, T> decide) {
    return keyStore
        .resolve(db, keys, now)
        .compose(references ->
            states(db, ids)
                .compose(states -> {
                  ProductChangeSet writing = new ProductChangeSet(context, now, references);
                  T decided = decide.apply(writing, states);
                  return write(db, context, now, references, writing.rows()).map(decided);
                }));
  }

  /**
   * Writes the rows, and in a shop with stock at locations the inventory items of the variants.
   * Items are deleted with their variants, and first, so that a SKU can be reused.
   */
  private Future<Void> write(
      SqlConnection db,
      CallContext context,
      Instant now,
      ResolvedReferences references,
      ProductBatch rows) {
    Future<Void> deleted =
        references.hasItems() && !rows.removedVariants().isEmpty()
            ? inventory.deleteItemsOfVariants(db, context, rows.removedVariants(), now)
            : Future.succeededFuture();
    return deleted
        .compose(done -> products.write(db, rows, now))
        .compose(done -> {
          if (references.isLocated() && !rows.variants().isEmpty()) {
            return inventory.locateVariants(db, context, rows.variants(), now);
          }
          return Future.succeededFuture();
        });
  }

  private Future<Map<String, ExistingProduct>> states(SqlConnection db, Collection<String> ids) {
    return ids.isEmpty() ? Future.succeededFuture(Map.of()) : products.lock(db, ids);
  }
}
