package dev.tradewind.order.edit;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import dev.tradewind.order.store.LockedOrders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Objects;

/** Order edits by staff: created, listed, read, annotated and deleted. */
final class OrderEditService {

  private static final Ids IDS = Ids.of("oe");

  private final LockedOrders orders;
  private final OrderEdits edits;
  private final OrderEditViews views;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  OrderEditService(
      Pool pool, LockedOrders orders, OrderEdits edits, OrderEditViews views, Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.edits = edits;
    this.views = views;
    this.reader = new ResourceReader(pool);
    this.clock = clock;
  }

  void bind(Operations operations) {
    operations
        .on("adminCreateOrderEdit", this::create)
        .on("adminListOrderEdits", this::list)
        .on("adminGetOrderEdit", request -> views.showToStaff(request, request.path("id")))
        .on("adminUpdateOrderEdit", this::update)
        .on("adminDeleteOrderEdit", this::delete);
  }

  private Future<Reply> create(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String orderId = Objects.requireNonNull(request.body().getString("order_id"));
    String id = IDS.next();
    return orders
        .locked(orderId, (db, order) -> insert(request, db, order, id))
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Void> insert(Request request, SqlClient db, Order order, String id) {
    requireEditable(order);
    Instant now = Timestamps.now(clock);
    return OrderEditStore.insert(
            db,
            id,
            order.id(),
            request.body().getString("internal_note"),
            OrderEditContent.of(order.snapshot(), id),
            OrderEditContent.basisOf(order),
            request.principal().id(),
            now)
        .compose(inserted -> {
          if (!inserted) {
            throw new Problem.InvalidData(
                    "An active order edit already exists for the order " + order.id())
                .toException();
          }
          return edits.publish(request.context(), db, order, id, OrderEditEvents.CREATED, now);
        });
  }

  /** A canceled or archived order is not edited. */
  static void requireEditable(Order order) {
    if (order.status() == OrderStatus.CANCELED || order.status() == OrderStatus.ARCHIVED) {
      throw new Problem.NotAllowed("Cannot edit an order with status " + order.status().wireName())
          .toException();
    }
  }

  private Future<Reply> list(Request request) {
    Selection selected = OrderEditViews.ADMIN.select(request.query());
    // Fields are selected from the rendered document, not from the row.
    JsonObject rows = request.query().copy();
    rows.remove("expand");
    rows.remove("fields");
    return reader
        .list(OrderEditResource.LISTING, rows)
        .compose(page ->
            views
                .render(
                    request.context(), page.rows().stream().map(StoredEdit::of).toList(), selected)
                .map(shown ->
                    Reply.ok(
                        new JsonObject()
                            .put("order_edits", new JsonArray(shown))
                            .put("count", page.count())
                            .put("offset", page.offset())
                            .put("limit", page.limit()))));
  }

  private Future<Reply> update(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return edits
        .locked(
            id,
            (db, order, edit, now) ->
                request.body().containsKey("internal_note")
                    ? OrderEditStore.setNote(db, id, request.body().getString("internal_note"), now)
                        .compose(done ->
                            edits.publish(
                                request.context(), db, order, id, OrderEditEvents.UPDATED, now))
                    : Future.<Void>succeededFuture())
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Reply deleted =
        Reply.ok(new JsonObject().put("id", id).put("object", "order_edit").put("deleted", true));
    return OrderEditStore.find(pool, id)
        .compose(found ->
            found.isEmpty()
                ? Future.succeededFuture(deleted)
                : orders
                    .locked(
                        found.orElseThrow().orderId(),
                        (db, order) -> delete(request, db, order, id))
                    .map(deleted));
  }

  private Future<Void> delete(Request request, SqlClient db, Order order, String id) {
    Instant now = Timestamps.now(clock);
    return OrderEditStore.find(db, id)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture();
          }
          OrderEditStatus status = found.orElseThrow().own().status();
          if (status != OrderEditStatus.CREATED) {
            throw new Problem.NotAllowed(
                    "Cannot delete order edit with status " + status.wireName())
                .toException();
          }
          return OrderEditStore.delete(db, id)
              .compose(done ->
                  edits.publish(request.context(), db, order, id, OrderEditEvents.DELETED, now));
        });
  }
}
