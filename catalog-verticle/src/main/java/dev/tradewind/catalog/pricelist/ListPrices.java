package dev.tradewind.catalog.pricelist;

import dev.tradewind.catalog.region.RegionService;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes of the prices of a price list, within the transaction that holds its lock. */
final class ListPrices {

  private final ListPriceStore store;

  ListPrices(ListPriceStore store) {
    this.store = store;
  }

  /**
   * Adds and changes prices; fails with 404 for an unknown variant, region, currency or price.
   *
   * @param override whether all other prices of the list are deleted
   */
  Future<Void> write(
      SqlClient db, String listId, ListPriceInputs value, boolean override, Instant now) {
    return write(db, listId, value, override, now, null);
  }

  /** Adds the prices of an import; fails with 404 for an unknown variant or region. */
  Future<Void> add(SqlClient db, String listId, ListPriceInputs value, Instant now, String jobId) {
    return write(db, listId, value, false, now, jobId);
  }

  private Future<Void> write(
      SqlClient db,
      String listId,
      ListPriceInputs value,
      boolean override,
      Instant now,
      @Nullable String jobId) {
    Future<Void> cleared =
        override ? store.deleteOthers(db, listId, value.changedIds()) : Future.succeededFuture();
    if (value.isEmpty()) {
      return cleared;
    }
    return cleared
        .compose(done -> store.resolve(db, value.variants(), value.regions()))
        .compose(resolved -> {
          requirePresent(value, resolved);
          Future<Void> changed =
              value.changed().isEmpty() ? cleared : change(db, listId, value, resolved, now);
          if (value.added().isEmpty()) {
            return changed;
          }
          return changed.compose(
              done -> store.insert(db, listId, value.rows(resolved.currencies()), now, jobId));
        });
  }

  private Future<Void> change(
      SqlClient db,
      String listId,
      ListPriceInputs value,
      ListPriceStore.Resolved resolved,
      Instant now) {
    return store
        .update(db, listId, value.changes(resolved.currencies()), now)
        .map(found -> {
          List<String> unknown = new ArrayList<>(value.changedIds());
          unknown.removeAll(found);
          if (!unknown.isEmpty()) {
            throw PriceResources.priceNotFound(unknown.getFirst());
          }
          return null;
        });
  }

  private static void requirePresent(ListPriceInputs value, ListPriceStore.Resolved resolved) {
    if (!resolved.missingVariants().isEmpty()) {
      throw Problem.notFound(
          "Variant with id: " + resolved.missingVariants().getFirst() + " was not found");
    }
    value.regions().stream()
        .filter(region -> !resolved.currencies().containsKey(region))
        .findFirst()
        .ifPresent(region -> {
          throw RegionService.notFound(region);
        });
  }
}
