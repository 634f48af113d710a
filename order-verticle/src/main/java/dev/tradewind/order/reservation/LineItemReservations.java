package dev.tradewind.order.reservation;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.write.RowChange;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.change.StockStore;
import dev.tradewind.order.fulfillment.FulfillmentStore;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reservations of stock for line items by staff. They are written under the lock of the order, so
 * that a line item never has more reserved units than it has left to fulfill.
 */
public final class LineItemReservations {

  private static final Ids IDS = Ids.of("resitem");

  private final OrderUnitOfWork work;
  private final FulfillmentStore fulfillments;
  private final CatalogClient catalog;
  private final Clock clock;

  public LineItemReservations(
      OrderUnitOfWork work, FulfillmentStore fulfillments, OperationClient bus, Clock clock) {
    this.work = work;
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
    return work.read(request.path("id"))
        .compose(order ->
            catalog.listReservations(
                request.context(),
                order.snapshot().lines().stream().map(OrderLine::id).toList(),
                request.query()))
        .map(Reply::ok);
  }

  private Future<Reply> reserve(Request request) {
    CallContext context = request.context();
    String orderId = request.path("id");
    String lineId = request.path("line_item_id");
    String id = IDS.next();
    @Nullable Long quantity = request.body().getLong("quantity");
    JsonObject reservation =
        RowChange.pick(request.body(), "location_id")
            .put("id", id)
            .put("line_item_id", lineId)
            .put("created_by", request.principal().id());
    return change(
            context,
            orderId,
            lineId,
            (line, left) -> {
              @Nullable String variantId = line.variantId();
              if (variantId == null) {
                throw Problem.notAllowed("A custom line item has no stock");
              }
              reservation
                  .put("taker", orderId)
                  .put("variant_id", variantId)
                  .put("quantity", quantity == null ? Math.max(1, left) : quantity);
              return tx -> StockStore.createReservation(tx, reservation, left);
            })
        .compose(done -> catalog.getReservation(context, id))
        .map(created -> Reply.ok("reservation", created));
  }

  private Future<Reply> create(Request request) {
    JsonObject input = request.input();
    String orderId = input.getString("order_id");
    JsonObject reservation = input.getJsonObject("reservation").put("taker", orderId);
    return change(
            request.context(),
            orderId,
            reservation.getString("line_item_id"),
            (line, left) -> tx -> StockStore.createReservation(tx, reservation, left))
        .map(done -> Reply.ok(new JsonObject()));
  }

  private Future<Reply> change(Request request) {
    JsonObject input = request.input();
    return change(
            request.context(),
            input.getString("order_id"),
            input.getString("line_item_id"),
            (line, left) ->
                tx ->
                    StockStore.changeReservation(
                        tx, input.getString("id"), input.getJsonObject("given"), left))
        .map(done -> Reply.ok(new JsonObject()));
  }

  /** Decision about a line item and the units that it has left to fulfill. */
  @FunctionalInterface
  private interface Decision {
    Change.Write of(OrderLine line, long left);
  }

  private Future<Void> change(
      CallContext context, String orderId, String lineId, Decision decision) {
    return work.change(
        OrderRequest.of(context, orderId, clock),
        StockStore::lock,
        (tx, locked) -> {
          OrderLine line = line(tx.order(), lineId);
          return fulfillments
              .findPendingUnits(tx.db(), orderId)
              .map(pending ->
                  Change.ofOperations(List.of(decision.of(line, left(tx.order(), line, pending)))));
        });
  }

  private static OrderLine line(Order order, String lineId) {
    return order.snapshot().lines().stream()
        .filter(line -> line.id().equals(lineId))
        .findFirst()
        .orElseThrow(() -> Problem.notFound("Line item with " + lineId + " was not found"));
  }

  private static long left(Order order, OrderLine line, Map<String, Long> pending) {
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be updated");
    }
    return line.unfulfilledUnits(pending.getOrDefault(line.id(), 0L));
  }
}
