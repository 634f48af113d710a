package dev.tradewind.order.change;

import dev.tradewind.api.catalog.StockSqlState;
import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.api.problem.ShopProblems;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.database.PgErrors;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.line.OrderLine;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Store of the stock of an order after the sale: calls of the functions that the catalog publishes,
 * in the transaction of their cause and before its order is locked. Reservations need the locked
 * order, and take the stock lock of the order before it.
 */
public final class StockStore {

  private static final String ALLOCATE =
      Outbox.traced(7, "catalog.lock_stock($1), catalog.take_stock($1, $2, $3, $4, $5, $6)");

  private static final String RELEASE_ALL = Outbox.traced(5, "give_back($1, $2, $3, $4)");

  private static final String RELEASE = Outbox.traced(5, "catalog.return_stock($1, $2, $3, $4)");

  private static final String FULFILL =
      Outbox.traced(7, "catalog.fulfill_stock($1, $2, $3, $4, $5, $6)");

  private static final String RESTORE_FULFILLED =
      Outbox.traced(6, "catalog.restore_fulfilled_stock($1, $2, $3, $4, $5)");

  private static final String RECEIVE =
      Outbox.traced(8, "catalog.receive_stock($1, $2, $3, $4, $5, $6, $7)");

  private static final String CHANGE =
      Outbox.traced(7, "catalog.change_stock($1, $2, $3, $4, $5, $6)");

  private static final String LOCK = "SELECT catalog.lock_stock($1)";

  private static final String CREATE_RESERVATION =
      Outbox.traced(6, "catalog.create_reservation($1, $2, $3, $4, $5)");

  private static final String CHANGE_RESERVATION =
      Outbox.traced(7, "catalog.change_reservation($1, $2, $3, $4, $5, $6)");

  private StockStore() {}

  /**
   * Takes the units of fulfillments out of stock and out of the reservations of their lines.
   *
   * @param ownerId id of the order, swap or claim
   * @param locationId absent: where they are reserved
   * @param lines each with fulfillment_id, line_item_id, variant_id, title and quantity
   */
  public static Future<Void> fulfill(
      StockTransaction tx, String ownerId, @Nullable String locationId, JsonArray lines) {
    return Futures.unless(lines.isEmpty(), () -> run(tx, FULFILL, ownerId, locationId, lines));
  }

  /**
   * Allocates stock for the line items of a swap or claim, after its stock lock: a concurrent
   * cancellation releases all of it, or none before it is allocated. Custom line items have none.
   *
   * @param ownerId id of the swap or claim
   * @param channelId whose locations the units are reserved at
   * @param mayExceedStock whether backorders are allowed
   * @return fails with the SQLSTATE of a placement if a variant is short
   */
  public static Future<Void> allocate(
      StockTransaction tx,
      String ownerId,
      @Nullable String channelId,
      List<OrderLine> lines,
      boolean mayExceedStock) {
    JsonArray units = new JsonArray();
    for (OrderLine line : lines) {
      if (line.variantId() != null) {
        units.add(
            new JsonObject()
                .put("line_item_id", line.id())
                .put("variant_id", line.variantId())
                .put("quantity", line.quantity())
                .put("may_exceed_stock", mayExceedStock));
      }
    }
    return Futures.unless(units.isEmpty(), () -> run(tx, ALLOCATE, ownerId, channelId, units));
  }

  /** Releases the stock, the discounts and the gift cards of an order that is to be canceled. */
  public static Future<Void> releaseAll(StockTransaction tx) {
    return run(tx, RELEASE_ALL, tx.orderId());
  }

  /** Releases, once, all stock that is allocated to a swap or claim. */
  public static Future<Void> release(StockTransaction tx, String ownerId) {
    return run(tx, RELEASE, ownerId);
  }

  /** Restores, once, the stock and the reservations of a fulfillment. */
  public static Future<Void> restoreFulfilled(
      StockTransaction tx, String ownerId, String fulfillmentId) {
    return run(tx, RESTORE_FULFILLED, ownerId, fulfillmentId);
  }

  /**
   * Adds the units of a received return to stock.
   *
   * @param lines each with variant_id and quantity
   */
  public static Future<Void> receive(
      StockTransaction tx, String returnId, @Nullable String locationId, JsonArray lines) {
    return Futures.unless(
        lines.isEmpty(), () -> run(tx, RECEIVE, tx.orderId(), returnId, locationId, lines));
  }

  /**
   * Follows a confirmed edit with the stock of an order.
   *
   * @param channelId whose locations further units are reserved at
   * @param lines each with line_item_id, previous_id, variant_id, change and open_quantity
   * @return fails with the SQLSTATE of a placement if a variant is short
   */
  public static Future<Void> change(
      StockTransaction tx, @Nullable String channelId, JsonArray lines) {
    return run(tx, CHANGE, tx.orderId(), channelId, lines);
  }

  /** Refusal that names the variants whose stock is short; other failures as they are. */
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
    return ShopProblems.outOfStock(String.join(", ", details), details);
  }

  /** Takes the stock lock of an order until the end of the transaction. */
  public static Future<Void> lock(StockTransaction tx) {
    return tx.db().preparedQuery(LOCK).execute(Tuple.of(tx.orderId())).mapEmpty();
  }

  /**
   * Reserves units for a line of the locked order.
   *
   * @param lineLimit units that all reservations of the line may have together
   */
  public static Future<Void> createReservation(
      OrderTransaction tx, JsonObject reservation, long lineLimit) {
    return run(tx, CREATE_RESERVATION, reservation, lineLimit);
  }

  /** Changes the given fields of a reservation for a line of the locked order. */
  public static Future<Void> changeReservation(
      OrderTransaction tx, String id, JsonObject fields, long lineLimit) {
    return run(tx, CHANGE_RESERVATION, id, fields, lineLimit);
  }

  private static Future<Void> run(ChangeTransaction tx, String statement, @Nullable Object... own) {
    CallContext context = tx.context();
    Tuple parameters = Tuple.tuple();
    for (Object value : own) {
      parameters.addValue(value);
    }
    parameters
        .addOffsetDateTime(Timestamps.utc(tx.now()))
        .addString(context.commandId())
        .addString(context.actor())
        .addString(context.traceSetting());
    return StockSqlState.mapped(tx.db().preparedQuery(statement).execute(parameters)).mapEmpty();
  }
}
