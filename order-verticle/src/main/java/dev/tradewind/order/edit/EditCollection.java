package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.payment.PaymentCollections;
import dev.tradewind.order.payment.PaymentCollections.Unsettled;
import dev.tradewind.order.payment.PaymentEvents;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payment collection of an edit: one at most, over the amount that the edit adds to the order. */
final class EditCollection {

  private final PaymentCollections collections;
  private final OrderEdits edits;

  EditCollection(PaymentCollections collections, OrderEdits edits) {
    this.collections = collections;
    this.edits = edits;
  }

  /**
   * Creates, changes or deletes the collection, so that it is over the difference of this content.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException 400 if something is authorized
   */
  Future<Unsettled> follow(
      Request request,
      SqlClient db,
      Order order,
      StoredEdit edit,
      OrderEditContent content,
      @Nullable String description,
      Instant now) {
    long due = content.differenceDue(order);
    String collectionId = edit.own().paymentCollectionId();
    if (collectionId != null) {
      Future<Unsettled> followed =
          due > 0
              ? collections.setAmount(db, collectionId, due, description, now)
              : collections.delete(db, collectionId, now);
      return followed.compose(unsettled ->
          publish(
                  request.context(),
                  db,
                  order,
                  collectionId,
                  due > 0 ? PaymentEvents.COLLECTION_UPDATED : PaymentEvents.COLLECTION_DELETED,
                  now)
              .map(unsettled));
    }
    if (due <= 0) {
      return Future.succeededFuture(Unsettled.NOTHING);
    }
    return collections
        .create(db, order, due, description, request.principal().id(), now)
        .compose(created ->
            OrderEditStore.setCollection(db, edit.id(), created.id(), now)
                .compose(done ->
                    publish(
                        request.context(),
                        db,
                        order,
                        created.id(),
                        PaymentEvents.COLLECTION_CREATED,
                        now)))
        .map(Unsettled.NOTHING);
  }

  /** Cancels the collection of an edit that will not be confirmed. */
  Future<Unsettled> cancel(
      Request request, SqlClient db, Order order, StoredEdit edit, Instant now) {
    CallContext context = request.context();
    String collectionId = edit.own().paymentCollectionId();
    return collectionId == null
        ? Future.succeededFuture(Unsettled.NOTHING)
        : collections
            .cancel(context, db, request.operation(), order, collectionId, now)
            .compose(unsettled ->
                publish(context, db, order, collectionId, PaymentEvents.COLLECTION_CANCELED, now)
                    .map(unsettled));
  }

  Future<Void> finishRunning(CallContext context, String orderId) {
    return collections.finishRunning(context, orderId);
  }

  Future<Void> settle(CallContext context, Unsettled unsettled) {
    return collections.settle(context, unsettled);
  }

  private Future<Void> publish(
      CallContext context, SqlClient db, Order order, String id, String event, Instant now) {
    return edits.publish(
        db, order, now, List.of(PaymentEvents.of(context, now, event, id, order.id())));
  }
}
