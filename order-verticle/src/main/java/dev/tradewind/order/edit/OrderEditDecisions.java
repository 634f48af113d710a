package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.collection.PaymentCollection;
import dev.tradewind.order.collection.PaymentCollectionStore;
import dev.tradewind.order.collection.PaymentCollections.Unsettled;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.view.OrderAccess;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decisions about order edits: staff request, confirm and cancel them, customers complete and
 * decline them. Declining and canceling also end the payment collection.
 */
final class OrderEditDecisions {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final OrderEdits edits;
  private final OrderEditConfirmation confirmation;
  private final EditCollection collections;
  private final OrderEditViews views;
  private final OrderAccess access;

  OrderEditDecisions(
      Pool pool,
      OrderUnitOfWork work,
      OrderEdits edits,
      OrderEditConfirmation confirmation,
      EditCollection collections,
      OrderEditViews views,
      OrderAccess access) {
    this.pool = pool;
    this.work = work;
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
            work.read(edit.orderId())
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
        .change(request.context(), id, (tx, edit) -> request(request, tx, edit))
        .compose(unsettled -> collections.settle(request.context(), unsettled))
        .compose(done -> views.showToStaff(request, id));
  }

  private Future<Change<Unsettled>> request(Request request, OrderTransaction tx, StoredEdit edit) {
    edit.requireActive("Cannot request a confirmation on an edit with status %s");
    OrderEditService.requireEditable(tx.order());
    if (edit.content().changes().isEmpty()) {
      throw Problem.invalidData("Cannot request a confirmation on an edit with no changes");
    }
    return OrderEditStore.request(
            tx.db(),
            edit.id(),
            request.principal().id(),
            OrderEditContent.basisOf(tx.order()),
            tx.now())
        .compose(done ->
            collections.follow(
                tx,
                edit,
                edit.content(),
                request.body().getString("payment_collection_description")))
        .map(unsettled ->
            Change.ofParts(
                    List.of(),
                    List.of(OrderEditEvents.of(tx.request(), OrderEditEvents.REQUESTED, edit.id())))
                .with(unsettled));
  }

  /** Staff confirms without any payment; the payments of the collection stay as they are. */
  private Future<Reply> confirm(Request request) {
    OrderEditViews.ADMIN.select(request.query());
    String id = request.path("id");
    return confirmation
        .confirm(
            request.context(),
            id,
            "Cannot confirm an order edit with status %s",
            request.principal().id(),
            (tx, edit) -> Future.succeededFuture(Change.none()))
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
            throw Problem.notAllowed(refusal.formatted(status.wireName()));
          }
          return requirePaid(pool, edit);
        })
        .compose(paid ->
            confirmation.confirm(
                request.context(),
                id,
                refusal,
                customerId(request.principal()),
                OrderEditDecisions::attach))
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
            throw Problem.notAllowed(
                "Unable to complete an order edit if the payment is not authorized");
          }
          return found;
        });
  }

  private static Future<Change<Void>> attach(OrderTransaction tx, StoredEdit read) {
    return OrderEdits.require(tx.db(), read.id())
        .compose(edit -> requirePaid(tx.db(), edit))
        .compose(paid -> {
          if (paid.isEmpty()) {
            return Future.succeededFuture(false);
          }
          return PaymentCollectionStore.attach(
              tx.db(), paid.orElseThrow().id(), tx.orderId(), tx.now());
        })
        .map(isAttached ->
            isAttached
                ? Change.ofParts(
                    List.of(),
                    List.of(
                        OrderEvents.of(tx.context(), tx.now(), OrderEvents.UPDATED, tx.order())))
                : Change.none());
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
                tx ->
                    OrderEditStore.decline(
                            tx.db(),
                            id,
                            customerId(request.principal()),
                            request.body().getString("declined_reason"),
                            tx.now())
                        .mapEmpty()))
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
                tx ->
                    OrderEditStore.cancel(tx.db(), id, request.principal().id(), tx.now())
                        .mapEmpty()))
        .compose(done -> views.showToStaff(request, id));
  }

  /** Ends an edit that will not be confirmed, once. */
  private Future<Void> end(
      Request request,
      StoredEdit read,
      OrderEditStatus status,
      String refusal,
      String event,
      Change.Write ending) {
    CallContext context = request.context();
    return finishRunning(context, read)
        .compose(finished ->
            edits.change(
                context,
                read.id(),
                (tx, edit) -> {
                  OrderEditStatus current = edit.own().status();
                  if (current == status) {
                    return Future.succeededFuture(Change.none().with(Unsettled.NOTHING));
                  }
                  if (!current.canBecome(status)) {
                    throw Problem.notAllowed(refusal.formatted(current.wireName()));
                  }
                  return ending
                      .in(tx)
                      .compose(done -> collections.cancel(tx, request.operation(), edit))
                      .map(unsettled ->
                          Change.ofParts(
                                  List.of(),
                                  List.of(OrderEditEvents.of(tx.request(), event, edit.id())))
                              .with(unsettled));
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
        .compose(found -> {
          if (found.filter(PaymentCollection::isBeingAuthorized).isPresent()) {
            return collections.finishRunning(context, edit.orderId());
          }
          return Future.succeededFuture();
        });
  }
}
