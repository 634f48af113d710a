package dev.tradewind.catalog.inventory;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Conversion of a shop with a simple stock to stock at a location, the default one from then on.
 * The location is created unless there is one of that name, and linked to all sales channels; every
 * managed variant without an inventory item gets one, with the units that it has in stock. Variants
 * are converted in batches, each in one transaction, while the shop sells; the shop counts as
 * converted with the last of them, and a repeated run converts what is left.
 */
public final class LocateStock {

  /** Orders of a converted variant wait for the transaction. */
  private static final int BATCH = 200;

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final StockConversionStore conversion = new StockConversionStore();
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
   * @param locationId default location of the converted shop
   * @param variants number of variants that got an item
   * @param isComplete whether the shop is converted; else the run ended at its deadline
   */
  public record Located(String locationId, long variants, boolean isComplete) {}

  /** Converts the shop, however long it takes. */
  public Future<Located> at(String locationName) {
    return at(CallContext.system(clock, TIMEOUT), locationName, Instant.MAX);
  }

  /**
   * Converts the shop, or a part of it within the time.
   *
   * @param end no batch starts after it
   */
  Future<Located> at(CallContext context, String locationName, Instant end) {
    return Transactions.retrying(() ->
            conversion.openLocation(
                pool, context, locationIds.next(), locationName, Timestamps.now(clock)))
        .compose(location ->
            conversion.findStore(pool).compose(store -> batches(context, store, location, 0, end)));
  }

  private Future<Located> batches(
      CallContext context, String store, String location, long before, Instant end) {
    return Transactions.retrying(() -> locate(context, store, location))
        .compose(located -> {
          if (located == 0 || clock.instant().isAfter(end)) {
            return Future.succeededFuture(new Located(location, before + located, located == 0));
          }
          return batches(context, store, location, before + located, end);
        });
  }

  private Future<Integer> locate(CallContext context, String store, String location) {
    Instant now = Timestamps.now(clock);
    Event audit =
        AuditAction.SETTING_CHANGE
            .on(store)
            .changing(
                new JsonObject().put("is_stock_located", false),
                new JsonObject().put("is_stock_located", true).put("default_location_id", location))
            .event(context, now);
    return conversion.locate(pool, context, location, BATCH, audit, now);
  }
}
