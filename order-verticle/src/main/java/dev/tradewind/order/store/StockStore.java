package dev.tradewind.order.store;

import dev.tradewind.api.catalog.StockSqlState;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Traceparent;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store of the stock of an order after the sale: calls of the functions that the catalog publishes,
 * in the transaction of their cause. Call them before the order is locked, as placement does.
 */
public final class StockStore {

  private static final String TAKE =
      "SELECT set_config('tradewind.traceparent', $7, true), catalog.lock_stock_v1($1),"
          + " catalog.take_stock_v2($1, $2, $3, $4, $5, $6)";

  private static final String GIVE_BACK =
      "SELECT set_config('tradewind.traceparent', $5, true),"
          + " catalog.return_stock_v1($1, $2, $3, $4)";

  private static final String FULFILL =
      "SELECT set_config('tradewind.traceparent', $7, true),"
          + " catalog.fulfill_stock_v1($1, $2, $3, $4, $5, $6)";

  private static final String RESTORE_FULFILLED =
      "SELECT set_config('tradewind.traceparent', $6, true),"
          + " catalog.restore_fulfilled_stock_v1($1, $2, $3, $4, $5)";

  private static final String RECEIVE =
      "SELECT set_config('tradewind.traceparent', $8, true),"
          + " catalog.receive_stock_v2($1, $2, $3, $4, $5, $6, $7)";

  private static final String CHANGE =
      "SELECT set_config('tradewind.traceparent', $7, true),"
          + " catalog.change_stock_v1($1, $2, $3, $4, $5, $6)";

  private static final String LOCK = "SELECT catalog.lock_stock_v1($1)";

  private static final String CREATE_RESERVATION =
      "SELECT set_config('tradewind.traceparent', $6, true),"
          + " catalog.create_reservation_v1($1, $2, $3, $4, $5)";

  private static final String CHANGE_RESERVATION =
      "SELECT set_config('tradewind.traceparent', $7, true),"
          + " catalog.change_reservation_v1($1, $2, $3, $4, $5, $6)";

  private StockStore() {}

  /**
   * Takes the units of fulfillments out of stock and out of the reservations of their lines.
   *
   * @param locationId absent: where they are reserved
   * @param lines each with fulfillment_id, line_item_id, variant_id, title and quantity
   */
  public static Future<Void> fulfill(
      SqlClient db,
      CallContext context,
      String orderId,
      @Nullable String locationId,
      JsonArray lines,
      Instant now) {
    return run(db, FULFILL, context, now, orderId, locationId, lines);
  }

  /**
   * Takes stock for the line items of a swap or claim, after its stock lock: a concurrent
   * cancellation returns all of it, or none before it is taken.
   *
   * @param taker id of the swap or claim
   * @param channelId whose locations the units are reserved at
   * @param lines each with line_item_id, variant_id, quantity, and maybe may_exceed_stock
   * @return fails with the SQLSTATE of a placement if a variant is short
   */
  public static Future<Void> take(
      SqlClient db,
      CallContext context,
      String taker,
      @Nullable String channelId,
      JsonArray lines,
      Instant now) {
    return run(db, TAKE, context, now, taker, channelId, lines);
  }

  /** Returns, once, all that a swap or claim took. */
  public static Future<Void> giveBack(
      SqlClient db, CallContext context, String taker, Instant now) {
    return run(db, GIVE_BACK, context, now, taker);
  }

  /** Puts back, once, what a fulfillment took. */
  public static Future<Void> restoreFulfilled(
      SqlClient db, CallContext context, String orderId, String fulfillmentId, Instant now) {
    return run(db, RESTORE_FULFILLED, context, now, orderId, fulfillmentId);
  }

  /**
   * Adds the units of a received return to stock.
   *
   * @param lines each with variant_id and quantity
   */
  public static Future<Void> receive(
      SqlClient db,
      CallContext context,
      String orderId,
      String returnId,
      @Nullable String locationId,
      JsonArray lines,
      Instant now) {
    return run(db, RECEIVE, context, now, orderId, returnId, locationId, lines);
  }

  /**
   * Follows a confirmed edit with the stock of an order.
   *
   * @param channelId whose locations further units are reserved at
   * @param lines each with line_item_id, previous_id, variant_id, change and open_quantity
   * @return fails with the SQLSTATE of a placement if a variant is short
   */
  public static Future<Void> change(
      SqlClient db,
      CallContext context,
      String orderId,
      @Nullable String channelId,
      JsonArray lines,
      Instant now) {
    return run(db, CHANGE, context, now, orderId, channelId, lines);
  }

  /** The failure, as a refusal that names the variants if their stock is short. */
  public static Throwable explained(Throwable failure) {
    if (!PgErrors.hasState(failure, PlacementSqlState.OUT_OF_STOCK.code())
        || !(failure instanceof PgException database)) {
      return failure;
    }
    List<String> details =
        new JsonArray(database.getDetail())
            .stream()
                .map(each ->
                    "Variant with id: %s does not have the required inventory"
                        .formatted(((JsonObject) each).getString("variant_id")))
                .toList();
    return ShopProblems.outOfStock(String.join(", ", details), details).toException();
  }

  /** Takes the stock lock of an order until the end of the transaction. */
  public static Future<Void> lock(SqlClient db, String orderId) {
    return db.preparedQuery(LOCK).execute(Tuple.of(orderId)).mapEmpty();
  }

  /**
   * Reserves units for a line of the locked order.
   *
   * @param lineLimit units that all reservations of the line may have together
   */
  public static Future<Void> createReservation(
      SqlClient db, CallContext context, JsonObject reservation, long lineLimit, Instant now) {
    return run(db, CREATE_RESERVATION, context, now, reservation, lineLimit);
  }

  /** Changes the given fields of a reservation for a line of the locked order. */
  public static Future<Void> changeReservation(
      SqlClient db, CallContext context, String id, JsonObject given, long lineLimit, Instant now) {
    return run(db, CHANGE_RESERVATION, context, now, id, given, lineLimit);
  }

  private static Future<Void> run(
      SqlClient db, String statement, CallContext context, Instant now, @Nullable Object... own) {
    Tuple parameters = Tuple.tuple();
    for (Object value : own) {
      parameters.addValue(value);
    }
    parameters
        .addOffsetDateTime(Timestamps.utc(now))
        .addString(context.commandId())
        .addString(context.actor())
        .addString(Traceparent.of(context.traceparent(), context.commandId()));
    return StockSqlState.mapped(db.preparedQuery(statement).execute(parameters)).mapEmpty();
  }
}
