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

  private ListPrices() {}

  /**
   * Adds and changes prices; fails with 404 for an unknown variant, region, currency or price.
   *
   * @param override whether all other prices of the list are deleted
   */
  static Future<Void> write(
      SqlClient db, String listId, GivenPrices given, boolean override, Instant now) {
    return write(db, listId, given, override, now, null);
  }

  /** Adds the prices of an import; fails with 404 for an unknown variant or region. */
  static Future<Void> add(
      SqlClient db, String listId, GivenPrices given, Instant now, String jobId) {
    return write(db, listId, given, false, now, jobId);
  }

  private static Future<Void> write(
      SqlClient db,
      String listId,
      GivenPrices given,
      boolean override,
      Instant now,
      @Nullable String jobId) {
    Future<Void> cleared =
        override
            ? ListPriceStore.deleteOthers(db, listId, given.changedIds())
            : Future.succeededFuture();
    if (given.isEmpty()) {
      return cleared;
    }
    return cleared
        .compose(done -> ListPriceStore.resolve(db, given.variants(), given.regions()))
        .compose(resolved -> {
          requirePresent(given, resolved);
          Future<Void> changed =
              given.hasChanges() ? change(db, listId, given, resolved, now) : cleared;
          return given.hasAdditions()
              ? changed.compose(done ->
                  ListPriceStore.insert(db, listId, given.rows(resolved.currencies()), now, jobId))
              : changed;
        });
  }

  private static Future<Void> change(
      SqlClient db,
      String listId,
      GivenPrices given,
      ListPriceStore.Resolved resolved,
      Instant now) {
    return ListPriceStore.update(db, listId, given.changes(resolved.currencies()), now)
        .map(found -> {
          List<String> unknown = new ArrayList<>(given.changedIds());
          unknown.removeAll(found);
          if (!unknown.isEmpty()) {
            throw PriceResources.priceNotFound(unknown.getFirst());
          }
          return null;
        });
  }

  private static void requirePresent(GivenPrices given, ListPriceStore.Resolved resolved) {
    if (!resolved.missingVariants().isEmpty()) {
      throw new Problem.NotFound(
              "Variant with id: " + resolved.missingVariants().getFirst() + " was not found")
          .toException();
    }
    given.regions().stream()
        .filter(region -> !resolved.currencies().containsKey(region))
        .findFirst()
        .ifPresent(region -> {
          throw RegionService.notFound(region);
        });
  }
}
