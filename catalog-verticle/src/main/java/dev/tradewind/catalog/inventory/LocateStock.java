package dev.tradewind.catalog.inventory;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;

/**
 * Conversion of a shop with a simple stock to stock at a location. The location is created unless
 * there is one of that name, and linked to all sales channels; every managed variant without an
 * inventory item gets one, with the units that it has in stock. Variants are converted in batches,
 * each in one transaction, while the shop sells; a repeated run converts what is left.
 */
public final class LocateStock {

  /** Orders of a converted variant wait for the transaction. */
  private static final int BATCH = 200;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final Ids locationIds = Ids.of("sloc");
  private final Pool pool;
  private final Clock clock;

  public LocateStock(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /**
   * Result of a run.
   *
   * @param variants number of variants that got an item
   */
  public record Located(String locationId, long variants) {}

  /** Converts the shop. */
  public Future<Located> at(String locationName) {
    CallContext context = CallContext.system(clock, TIMEOUT);
    return Transactions.retrying(() ->
            InventoryStore.openLocation(
                pool, context, locationIds.next(), locationName, Timestamps.now(clock)))
        .compose(
            location -> batches(context, location, 0).map(total -> new Located(location, total)));
  }

  private Future<Long> batches(CallContext context, String location, long before) {
    return Transactions.retrying(
            () -> InventoryStore.locate(pool, context, location, BATCH, Timestamps.now(clock)))
        .compose(located ->
            located == 0
                ? Future.succeededFuture(before)
                : batches(context, location, before + located));
  }
}
