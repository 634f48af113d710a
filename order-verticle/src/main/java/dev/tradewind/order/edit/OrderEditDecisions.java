package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.payment.PaymentCollection;
import dev.tradewind.order.payment.PaymentCollectionStore;
import dev.tradewind.order.payment.PaymentCollections.Unsettled;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decisions about order edits: staff request, confirm and cancel them, customers complete and
 * decline them. Declining and canceling also end the payment collection.
 */
final class OrderEditDecisions {

  private final Pool pool;
  private final LockedOrders orders;
  private final OrderEdits edits;
  private final OrderEditConfirmation confirmation;
  private final EditCollection collections;
  private final OrderEditViews views;
  private final OrderAccess access;

  OrderEditDecisions(
      Pool pool,
      LockedOrders orders,
      OrderEdits edits,
      OrderEditConfirmation confirmation,
      EditCollection collections,
      OrderEditViews views,
      OrderAccess access) {
    this.pool = pool;
    this.orders = orders;
    this.edits = edits;
    this.confirmation = confirmation;
    this.collections = collections;
    this.views = views;
    this.access = access;
  }

  void bind(Operations operations) {
    operations
        .on("adminRequestOrderEdit", this::request)
        .on("adminConfirmOrderEdit", this::confirm)
        .on("adminCancelOrderEdit", this::cancel)
        .on("storeGetOrderEdit", this::get)
        .on("storeCompleteOrderEdit", this::complete)
        .on("storeDeclineOrderEdit", this::decline);
  }

  private Future<Reply> get(Request request) {
    Selection selected = OrderEditViews.STOREFRONT.select(request.query());
    return requireVisible(request).compose(edit -> views.show(request, edit.id(), selected));
  }

  /** An edit of an order of an account is visible to its customer alone. */
  private Future<StoredEdit> requireVisible(Request request) {
    String id = request.path("id");
    return edits
        .require(id)
        .compose(edit ->
            orders
                .read(pool, edit.orderId())
                .compose(order -> access.visible(request.context(), Optional.of(order)))
                .map(found -> {
                  if (found.isEmpty()) {
                    throw OrderEdits.notFound(id);
                  }
                  return edit;
                }));
  }

  private Future<Reply> request(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return edits
        .locked(id, (db, order, edit, now) -> request(request, db, order, edit, now))
        .compose(unsettled -> collections.settle(request.context(), unsettled))
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Unsettled> request(
      Request request, SqlConnection db, Order order, StoredEdit edit, Instant now) {
    edit.requireActive("Cannot request a confirmation on an edit with status %s");
    OrderEditService.requireEditable(order);
    if (edit.content().changes().isEmpty()) {
      throw new Problem.InvalidData("Cannot request a confirmation on an edit with no changes")
          .toException();
    }
    return OrderEditStore.request(
            db, edit.id(), request.principal().id(), OrderEditContent.basisOf(order), now)
        .compose(done ->
            collections.follow(
                request,
                db,
                order,
                edit,
                edit.content(),
                request.body().getString("payment_collection_description"),
                now))
        .compose(unsettled ->
            edits
                .publish(request.context(), db, order, edit.id(), OrderEditEvents.REQUESTED, now)
                .map(unsettled));
  }

  /** Staff confirms without any payment; those of the collection stay as they are. */
  private Future<Reply> confirm(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return confirmation
        .confirm(
            request.context(),
            id,
            "Cannot confirm an order edit with status %s",
            request.principal().id(),
            (db, order, edit, now) -> Future.succeededFuture())
        .compose(done -> views.showToStaff(request, id));
  }

  /** The customer confirms; what is due has to be authorized and is attached to the order. */
  private Future<Reply> complete(Request request) {
    Selection selected = OrderEditViews.STOREFRONT.select(request.query());
    String id = request.path("id");
    String refusal = "Cannot complete an order edit with status %s";
    return requireVisible(request)
        .compose(edit -> {
          OrderEditStatus status = edit.own().status();
          if (status != OrderEditStatus.REQUESTED && status != OrderEditStatus.CONFIRMED) {
            throw new Problem.NotAllowed(refusal.formatted(status.wireName())).toException();
          }
          return requirePaid(pool, edit);
        })
        .compose(paid ->
            confirmation.confirm(
                request.context(),
                id,
                refusal,
                customerId(request.principal()),
                (db, order, edit, now) -> attach(request.context(), db, order, edit, now)))
        .compose(done -> views.show(request, id, selected));
  }

  private static Future<Optional<PaymentCollection>> requirePaid(SqlClient db, StoredEdit edit) {
    String collectionId = edit.own().paymentCollectionId();
    if (collectionId == null) {
      return Future.succeededFuture(Optional.empty());
    }
    return PaymentCollectionStore.find(db, collectionId)
        .map(found -> {
          if (found.isEmpty() || !found.orElseThrow().isAuthorized()) {
            throw new Problem.NotAllowed(
                    "Unable to complete an order edit if the payment is not authorized")
                .toException();
          }
          return found;
        });
  }

  private Future<Void> attach(
      CallContext context, SqlConnection db, Order order, StoredEdit read, Instant now) {
    return OrderEdits.require(db, read.id())
        .compose(edit -> requirePaid(db, edit))
        .compose(paid ->
            paid.isEmpty()
                ? Future.succeededFuture(false)
                : PaymentCollectionStore.attach(db, paid.orElseThrow().id(), order.id(), now))
        .compose(attached ->
            attached
                ? edits.publish(
                    db,
                    order,
                    now,
                    List.of(OrderEvents.of(context, now, OrderEvents.UPDATED, order)))
                : Future.succeededFuture());
  }

  private static @Nullable String customerId(Principal caller) {
    return caller.isCustomer() ? caller.id() : null;
  }

  private Future<Reply> decline(Request request) {
    Selection selected = OrderEditViews.STOREFRONT.select(request.query());
    String id = request.path("id");
    return requireVisible(request)
        .compose(edit ->
            end(
                request,
                edit,
                OrderEditStatus.DECLINED,
                "Cannot decline an order edit with status %s.",
                OrderEditEvents.DECLINED,
                (db, now) ->
                    OrderEditStore.decline(
                        db,
                        id,
                        customerId(request.principal()),
                        request.body().getString("declined_reason"),
                        now)))
        .compose(done -> views.show(request, id, selected));
  }

  private Future<Reply> cancel(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return edits
        .require(id)
        .compose(edit ->
            end(
                request,
                edit,
                OrderEditStatus.CANCELED,
                "Cannot cancel order edit with status %s",
                OrderEditEvents.CANCELED,
                (db, now) -> OrderEditStore.cancel(db, id, request.principal().id(), now)))
        .compose(done -> views.showToStaff(request, id));
  }

  private interface Ending {
    Future<Boolean> write(SqlConnection db, Instant now);
  }

  /** Ends an edit that will not be confirmed, once. */
  private Future<Void> end(
      Request request,
      StoredEdit read,
      OrderEditStatus status,
      String refusal,
      String event,
      Ending ending) {
    CallContext context = request.context();
    return finishRunning(context, read)
        .compose(finished ->
            edits.locked(
                read.id(),
                (db, order, edit, now) -> {
                  OrderEditStatus present = edit.own().status();
                  if (present == status) {
                    return Future.succeededFuture(Unsettled.NOTHING);
                  }
                  if (!present.canBecome(status)) {
                    throw new Problem.NotAllowed(refusal.formatted(present.wireName()))
                        .toException();
                  }
                  return ending
                      .write(db, now)
                      .compose(done -> collections.cancel(request, db, order, edit, now))
                      .compose(unsettled ->
                          edits.publish(context, db, order, edit.id(), event, now).map(unsettled));
                }))
        .compose(unsettled -> collections.settle(context, unsettled));
  }

  /** A running authorization decides first whether there is something to void. */
  private Future<Void> finishRunning(CallContext context, StoredEdit edit) {
    String collectionId = edit.own().paymentCollectionId();
    if (collectionId == null || !edit.own().status().isActive()) {
      return Future.succeededFuture();
    }
    return PaymentCollectionStore.find(pool, collectionId)
        .compose(found ->
            found.filter(PaymentCollection::isBeingAuthorized).isPresent()
                ? collections.finishRunning(context, edit.orderId())
                : Future.succeededFuture());
  }
}
