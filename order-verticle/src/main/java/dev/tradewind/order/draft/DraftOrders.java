package dev.tradewind.order.draft;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.model.DraftOrder;
import dev.tradewind.order.model.DraftOrderResource;
import dev.tradewind.order.model.DraftOrderStatus;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.view.DraftOrderView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Draft orders, prepared by staff for a customer. The cart is created first, by the cart verticle;
 * a cart whose draft order was not saved has no effect. A draft order can be changed as long as its
 * cart.
 */
public final class DraftOrders {

  static final String CREATED = "draft_order.created";
  static final String UPDATED = "draft_order.updated";
  public static final String COMPLETED = "draft_order.completed";
  static final String DELETED = "draft_order.deleted";

  private static final Ids IDS = Ids.of("dorder");

  private final ResourceReader reader;
  private final Pool pool;
  private final DraftOrderStore store;
  private final DraftOrderView view;
  private final CartClient carts;
  private final Clock clock;

  public DraftOrders(
      Pool pool, DraftOrderStore store, DraftOrderView view, OperationClient bus, Clock clock) {
    this.reader = new ResourceReader(pool);
    this.pool = pool;
    this.store = store;
    this.view = view;
    this.carts = new CartClient(bus);
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminListDraftOrders", this::list)
        .on("adminGetDraftOrder", this::get)
        .on("adminCreateDraftOrder", this::create)
        .on("adminUpdateDraftOrder", this::update)
        .on("adminDeleteDraftOrder", this::delete)
        .on("adminCreateDraftOrderLineItem", this::addLine)
        .on("adminUpdateDraftOrderLineItem", this::updateLine)
        .on("adminDeleteDraftOrderLineItem", this::deleteLine)
        .on("adminExplainDraftOrderTotals", this::explain);
  }

  private Future<Reply> list(Request request) {
    Selection selected = DraftOrderView.of(request).select(request.query());
    JsonObject rows = request.query().copy();
    rows.remove("expand");
    rows.remove("fields");
    return reader
        .list(DraftOrderResource.LISTING, rows)
        .compose(page ->
            view.page(
                    request.context(),
                    page.rows().stream().map(DraftOrderStore::draft).toList(),
                    selected)
                .map(document -> page.showing(document).reply("draft_orders")));
  }

  private Future<Reply> get(Request request) {
    return find(request.path("id"))
        .compose(draft -> view.one(request, draft, null))
        .map(document -> Reply.ok("draft_order", document));
  }

  private Future<Reply> create(Request request) {
    JsonObject body = request.body();
    if (DraftOrderStatus.COMPLETED.wireName().equals(body.getString("status"))) {
      throw Problem.notAllowed("A draft order is completed by paying it");
    }
    CallContext context = request.context();
    return carts
        .createDraftCart(request)
        .compose(cart -> {
          Instant now = Timestamps.now(clock);
          String id = IDS.next();
          return store
              .insert(
                  pool,
                  id,
                  cart.getString("id"),
                  cart.getString("email"),
                  body.getBoolean("no_notification_order"),
                  body.getJsonObject("metadata"),
                  now,
                  List.of(event(context, now, CREATED, id)))
              .compose(draft -> view.one(request, draft, cart));
        })
        .map(document -> Reply.ok("draft_order", document));
  }

  /** All fields except the notification belong to the cart. */
  private Future<Reply> update(Request request) {
    JsonObject body = request.body().copy();
    Boolean noNotification = (Boolean) body.remove("no_notification_order");
    return change(
        request, noNotification, draft -> carts.changeDraftCart(request, draft.cartId(), body));
  }

  private Future<Reply> addLine(Request request) {
    return change(request, null, draft -> carts.addDraftLine(request, draft.cartId()));
  }

  private Future<Reply> updateLine(Request request) {
    return change(
        request,
        null,
        draft -> carts.changeDraftLine(request, draft.cartId(), request.path("line_id")));
  }

  private Future<Reply> deleteLine(Request request) {
    return change(
        request,
        null,
        draft -> carts.removeDraftLine(request, draft.cartId(), request.path("line_id")));
  }

  /** Change of the cart of an open draft order. */
  @FunctionalInterface
  private interface CartChange {
    Future<JsonObject> of(DraftOrder draft);
  }

  private Future<Reply> change(
      Request request, @Nullable Boolean noNotification, CartChange change) {
    String id = request.path("id");
    CallContext context = request.context();
    return find(id)
        .compose(draft -> {
          requireOpen(draft);
          return change.of(draft).recover(DraftOrders::toOnlyOpen);
        })
        .compose(cart ->
            record(context, id, cart, noNotification)
                .compose(draft -> view.one(request, draft, cart)))
        .map(document -> Reply.ok("draft_order", document));
  }

  /**
   * Records the change in the draft order; if it was completed meanwhile, the completion prevails.
   */
  private Future<DraftOrder> record(
      CallContext context, String id, JsonObject cart, @Nullable Boolean noNotification) {
    Instant now = Timestamps.now(clock);
    List<Event> events =
        noNotification == null ? List.of() : List.of(event(context, now, UPDATED, id));
    return Transactions.retrying(() ->
            store.recordChange(pool, id, cart.getString("email"), noNotification, now, events))
        .compose(recorded -> {
          if (!recorded && noNotification != null) {
            return Future.failedFuture(onlyOpen());
          }
          return find(id);
        });
  }

  /** Problem for a cart that was completed concurrently. */
  private static <T> Future<T> toOnlyOpen(Throwable failure) {
    if (failure instanceof Problem refused
        && refused.is(Problem.Kind.NOT_ALLOWED)
        && "cart_incompatible_state".equals(refused.code())) {
      return Future.failedFuture(onlyOpen());
    }
    return Future.failedFuture(failure);
  }

  private Future<Reply> delete(Request request) {
    String id = request.path("id");
    Instant now = Timestamps.now(clock);
    Supplier<Future<Boolean>> deletion =
        () -> store.delete(pool, id, List.of(event(request.context(), now, DELETED, id)));
    return Transactions.retrying(deletion)
        .compose(deleted -> deleted ? Future.succeededFuture(false) : store.exists(pool, id))
        .map(isCompleted -> {
          if (isCompleted) {
            throw Problem.notAllowed("A completed draft order cannot be deleted");
          }
          return Reply.ok(
              new JsonObject().put("id", id).put("object", "draft-order").put("deleted", true));
        });
  }

  private Future<Reply> explain(Request request) {
    return find(request.path("id"))
        .compose(draft -> carts.explainTotals(request.context(), draft.cartId()));
  }

  private Future<DraftOrder> find(String id) {
    return store
        .find(pool, id)
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("Draft order with " + id + " was not found")));
  }

  private static void requireOpen(DraftOrder draft) {
    if (!draft.isOpen()) {
      throw onlyOpen();
    }
  }

  private static Problem onlyOpen() {
    return Problem.notAllowed("You are only allowed to update open draft orders");
  }

  static Event event(CallContext context, Instant now, String type, String id) {
    return Event.of(context, now, Topics.DRAFT_ORDER, type, id, 1, new JsonObject().put("id", id));
  }
}
