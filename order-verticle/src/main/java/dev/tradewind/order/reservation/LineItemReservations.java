package dev.tradewind.order.reservation;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.StockStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reservations of stock for line items by staff. They are written under the lock of the order, so
 * that a line item never has more reserved units than it has left to fulfill.
 */
public final class LineItemReservations {

  private static final Ids IDS = Ids.of("resitem");

  private final Pool pool;
  private final LockedOrders orders;
  private final FulfillmentStore fulfillments;
  private final CatalogClient catalog;
  private final Clock clock;

  public LineItemReservations(
      Pool pool,
      LockedOrders orders,
      FulfillmentStore fulfillments,
      OperationClient bus,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.fulfillments = fulfillments;
    this.catalog = new CatalogClient(bus);
    this.clock = clock;
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("adminListOrderReservations", this::list)
        .on("adminReserveOrderLineItem", this::reserve);
    internal
        .on(OrderOperation.CREATE_RESERVATION, this::create)
        .on(OrderOperation.CHANGE_RESERVATION, this::change);
  }

  private Future<Reply> list(Request request) {
    return orders
        .read(pool, request.path("id"))
        .compose(order ->
            catalog.listReservations(
                request.context(),
                order.snapshot().lines().stream().map(OrderLine::id).toList(),
                request.query()))
        .map(Reply::ok);
  }

  private Future<Reply> reserve(Request request) {
    CallContext context = request.context();
    String lineId = request.path("line_item_id");
    String id = IDS.next();
    @Nullable Long quantity = request.body().getLong("quantity");
    JsonObject reservation =
        RowChange.pick(request.body(), "location_id")
            .put("id", id)
            .put("line_item_id", lineId)
            .put("created_by", request.principal().id());
    return locked(
            request.path("id"),
            lineId,
            line ->
                (db, left) -> {
                  @Nullable String variantId = line.variantId();
                  if (variantId == null) {
                    throw new Problem.NotAllowed("A custom line item has no stock").toException();
                  }
                  JsonObject whole =
                      reservation
                          .put("taker", request.path("id"))
                          .put("variant_id", variantId)
                          .put("quantity", quantity == null ? Math.max(1, left) : quantity);
                  return StockStore.createReservation(
                      db, context, whole, left, Timestamps.now(clock));
                })
        .compose(done -> catalog.getReservation(context, id))
        .map(created -> Reply.ok("reservation", created));
  }

  private Future<Reply> create(Request request) {
    JsonObject input = request.input();
    String orderId = input.getString("order_id");
    JsonObject reservation = input.getJsonObject("reservation").put("taker", orderId);
    return locked(
            orderId,
            reservation.getString("line_item_id"),
            line ->
                (db, left) ->
                    StockStore.createReservation(
                        db, request.context(), reservation, left, Timestamps.now(clock)))
        .map(done -> Reply.ok(new JsonObject()));
  }

  private Future<Reply> change(Request request) {
    JsonObject input = request.input();
    return locked(
            input.getString("order_id"),
            input.getString("line_item_id"),
            line ->
                (db, left) ->
                    StockStore.changeReservation(
                        db,
                        request.context(),
                        input.getString("id"),
                        input.getJsonObject("given"),
                        left,
                        Timestamps.now(clock)))
        .map(done -> Reply.ok(new JsonObject()));
  }

  /** Write of a reservation, with the units that its line item has left to fulfill. */
  @FunctionalInterface
  private interface Write {
    Future<Void> run(SqlClient db, long left);
  }

  /** Stock is locked before the order, as in placement. */
  private Future<Void> locked(String orderId, String lineId, Function<OrderLine, Write> write) {
    return Transactions.inTransaction(
        pool,
        db ->
            StockStore.lock(db, orderId)
                .compose(locked -> orders.lock(db, orderId))
                .compose(order -> {
                  OrderLine line = line(order, lineId);
                  return fulfillments
                      .findPendingUnits(db, orderId)
                      .compose(pending -> write.apply(line).run(db, left(order, line, pending)));
                }));
  }

  private static OrderLine line(Order order, String lineId) {
    return order.snapshot().lines().stream()
        .filter(line -> line.id().equals(lineId))
        .findFirst()
        .orElseThrow(() ->
            new Problem.NotFound("Line item with id " + lineId + " was not found").toException());
  }

  private static long left(Order order, OrderLine line, Map<String, Long> pending) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A canceled order cannot be updated").toException();
    }
    return line.unfulfilledUnits(pending.getOrDefault(line.id(), 0L));
  }
}
