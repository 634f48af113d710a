package dev.tradewind.catalog.inventory;

import dev.tradewind.api.catalog.StockSqlState;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** SQL of the conversion of a shop to stock at a location. */
final class StockConversionStore {

  private static final String FIND_STORE = "SELECT id FROM store";

  private static final String OPEN_LOCATION =
      "SELECT open_location($1, $2, $3, $4, $5) AS location_id";

  private static final String LOCATE = "SELECT locate_stock($1, $2, $3, $4, $5, $6) AS located";

  Future<String> findStore(SqlClient db) {
    return db.preparedQuery(FIND_STORE)
        .execute()
        .map(rows -> rows.iterator().next().getString("id"));
  }

  /** Id of the location of that name, created if absent, and linked to all sales channels. */
  Future<String> openLocation(
      SqlClient db, CallContext context, String newId, String name, Instant now) {
    return db.preparedQuery(OPEN_LOCATION)
        .execute(Tuple.of(newId, name, Timestamps.utc(now), context.commandId(), context.actor()))
        .map(rows -> rows.iterator().next().getString("location_id"));
  }

  /**
   * Makes the items of at most that many variants, and returns how many there were; 0 once the shop
   * is converted.
   *
   * @param audit entry of the audit log, which the conversion of the shop appends
   */
  Future<Integer> locate(
      SqlClient db, CallContext context, String locationId, int limit, Event audit, Instant now) {
    return StockSqlState.mapped(
            db.preparedQuery(LOCATE)
                .execute(
                    Tuple.of(
                        locationId,
                        limit,
                        Timestamps.utc(now),
                        context.commandId(),
                        context.actor(),
                        Outbox.rows(List.of(audit)))))
        .map(rows -> rows.iterator().next().getInteger("located"));
  }
}
