package dev.tradewind.order.edit;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.collection.PaymentCollections;
import dev.tradewind.order.collection.PaymentCollections.Unsettled;
import dev.tradewind.order.payment.PaymentEvents;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payment collection of an edit: one at most, over the amount that the edit adds to the order. */
final class EditCollection {

  private final PaymentCollections collections;
  private final OrderUnitOfWork work;

  EditCollection(PaymentCollections collections, OrderUnitOfWork work) {
    this.collections = collections;
    this.work = work;
  }

  /**
   * Creates, changes or deletes the collection, so that it is over the difference of this content.
   * It is a change of its own, before the one of the edit.
   *
   * @throws dev.tradewind.kernel.operation.Problem 400 if something is authorized
   */
  Future<Unsettled> follow(
      OrderTransaction tx,
      StoredEdit edit,
      OrderEditContent content,
      @Nullable String description) {
    long due = content.differenceDue(tx.order());
    String collectionId = edit.own().paymentCollectionId();
    if (collectionId != null) {
      Future<Unsettled> followed =
          due > 0
              ? collections.setAmount(tx, collectionId, due, description)
              : collections.delete(tx, collectionId);
      return followed.compose(unsettled ->
          publish(
                  tx,
                  collectionId,
                  due > 0 ? PaymentEvents.COLLECTION_UPDATED : PaymentEvents.COLLECTION_DELETED)
              .map(unsettled));
    }
    if (due <= 0) {
      return Future.succeededFuture(Unsettled.NOTHING);
    }
    return collections
        .create(tx, due, description, tx.context().principal().id())
        .compose(created ->
            OrderEditStore.setCollection(tx.db(), edit.id(), created.id(), tx.now())
                .compose(done -> publish(tx, created.id(), PaymentEvents.COLLECTION_CREATED)))
        .map(Unsettled.NOTHING);
  }

  /**
   * Cancels the collection of an edit that will not be confirmed.
   *
   * @param path operation of the contract that ends the edit
   */
  Future<Unsettled> cancel(OrderTransaction tx, String path, StoredEdit edit) {
    String collectionId = edit.own().paymentCollectionId();
    if (collectionId == null) {
      return Future.succeededFuture(Unsettled.NOTHING);
    }
    return collections
        .cancel(tx, path, collectionId)
        .compose(unsettled ->
            publish(tx, collectionId, PaymentEvents.COLLECTION_CANCELED).map(unsettled));
  }

  Future<Void> finishRunning(CallContext context, String orderId) {
    return collections.finishRunning(context, orderId);
  }

  Future<Void> settle(CallContext context, Unsettled unsettled) {
    return collections.settle(context, unsettled);
  }

  private Future<Void> publish(OrderTransaction tx, String id, String event) {
    return work.write(
        tx, Change.ofParts(List.of(), List.of(PaymentEvents.of(tx.request(), event, id))));
  }
}
