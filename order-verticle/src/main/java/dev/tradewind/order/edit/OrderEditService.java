package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderStatus;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Order edits by staff: created, listed, read, annotated and deleted. */
final class OrderEditService {

  private static final Ids IDS = Ids.of("oe");

  private final OrderUnitOfWork work;
  private final OrderEdits edits;
  private final OrderEditViews views;
  private final ResourceReader reader;
  private final Pool pool;
  private final Clock clock;

  OrderEditService(
      Pool pool, OrderUnitOfWork work, OrderEdits edits, OrderEditViews views, Clock clock) {
    this.pool = pool;
    this.work = work;
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
    return work.change(
            OrderRequest.of(request.context(), orderId, clock), tx -> insert(request, tx, id))
        .compose(done -> views.showToStaff(request, id));
  }

  private static Future<Change<Void>> insert(Request request, OrderTransaction tx, String id) {
    Order order = tx.order();
    requireEditable(order);
    return OrderEditStore.insert(
            tx.db(),
            id,
            order.id(),
            request.body().getString("internal_note"),
            OrderEditContent.of(order.snapshot(), id),
            OrderEditContent.basisOf(order),
            request.principal().id(),
            tx.now())
        .map(inserted -> {
          if (!inserted) {
            throw Problem.invalidData(
                "An active order edit already exists for the order " + order.id());
          }
          return Change.ofParts(
              List.of(), List.of(OrderEditEvents.of(tx.request(), OrderEditEvents.CREATED, id)));
        });
  }

  /** A canceled or archived order is not edited. */
  static void requireEditable(Order order) {
    if (order.status() == OrderStatus.CANCELED || order.status() == OrderStatus.ARCHIVED) {
      throw Problem.notAllowed("Cannot edit an order with status " + order.status().wireName());
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
                .map(document -> page.showing(document).reply("order_edits")));
  }

  private Future<Reply> update(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return edits
        .change(
            request.context(),
            id,
            (tx, edit) ->
                Future.succeededFuture(
                    request.body().containsKey("internal_note")
                        ? Change.ofParts(
                            List.of(write ->
                                OrderEditStore.setNote(
                                        write.db(),
                                        id,
                                        request.body().getString("internal_note"),
                                        write.now())
                                    .mapEmpty()),
                            List.of(OrderEditEvents.of(tx.request(), OrderEditEvents.UPDATED, id)))
                        : Change.none()))
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Reply deleted =
        Reply.ok(new JsonObject().put("id", id).put("object", "order_edit").put("deleted", true));
    return OrderEditStore.find(pool, id)
        .compose(found -> {
          if (found.isEmpty()) {
            return Future.succeededFuture(deleted);
          }
          return work.change(
                  OrderRequest.of(request.context(), found.orElseThrow().orderId(), clock),
                  tx -> OrderEditStore.find(tx.db(), id).map(edit -> delete(tx, edit)))
              .map(deleted);
        });
  }

  private static Change<Void> delete(OrderTransaction tx, Optional<StoredEdit> found) {
    if (found.isEmpty()) {
      return Change.none();
    }
    StoredEdit edit = found.orElseThrow();
    OrderEditStatus status = edit.own().status();
    if (status != OrderEditStatus.CREATED) {
      throw Problem.notAllowed("Cannot delete order edit with status " + status.wireName());
    }
    return Change.ofParts(
        List.of(write -> OrderEditStore.delete(write.db(), edit.id()).mapEmpty()),
        List.of(OrderEditEvents.of(tx.request(), OrderEditEvents.DELETED, edit.id())));
  }
}
