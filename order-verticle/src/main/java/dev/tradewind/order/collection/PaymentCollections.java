package dev.tradewind.order.collection;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.RefundPlan;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Payment collections of order edits: creation, change of the amount, cancellation. The transaction
 * of the edit records the work at the providers; {@link #settle} does it.
 */
public final class PaymentCollections {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentCollections.class);
  private static final Ids IDS = Ids.of("paycol");

  private final PaymentOperationRunner operations;
  private final PaymentSessionProvider provider;

  PaymentCollections(PaymentOperationRunner operations, PaymentSessionProvider provider) {
    this.operations = operations;
    this.provider = provider;
  }

  /**
   * Work at providers that a transaction left.
   *
   * @param dropped sessions that the collection does not have any more
   * @param operations payments that are voided or refunded
   */
  public record Unsettled(
      @Nullable PaymentCollection collection,
      List<PaymentSession> dropped,
      List<PaymentOperation> operations) {

    public static final Unsettled NOTHING = new Unsettled(null, List.of(), List.of());

    private static Unsettled sessionsOf(PaymentCollection collection) {
      return new Unsettled(collection, collection.sessions(), List.of());
    }
  }

  public Future<PaymentCollection> create(
      OrderTransaction tx, long amount, @Nullable String description, @Nullable String createdBy) {
    Order order = tx.order();
    PaymentCollection collection =
        PaymentCollectionBuilder.builder()
            .id(IDS.next())
            .createdAt(tx.now())
            .updatedAt(tx.now())
            .version(1)
            .orderId(order.id())
            .status(PaymentCollectionStatus.NOT_PAID)
            .description(description)
            .amount(amount)
            .regionId(order.regionId())
            .currencyCode(order.currencyCode())
            .createdBy(createdBy)
            .sessions(List.of())
            .payments(List.of())
            .build();
    return PaymentCollectionStore.insert(tx.db(), collection).map(collection);
  }

  /** Sets another amount and drops the sessions; refuses if something is authorized. */
  public Future<Unsettled> setAmount(
      OrderTransaction tx, String id, long amount, @Nullable String description) {
    return unauthorized(tx.db(), id)
        .compose(collection ->
            PaymentCollectionStore.setAmount(tx.db(), id, amount, description, tx.now())
                .map(Unsettled.sessionsOf(collection)));
  }

  /** Deletes a collection for which nothing is due any more. */
  public Future<Unsettled> delete(OrderTransaction tx, String id) {
    return unauthorized(tx.db(), id)
        .compose(collection ->
            PaymentCollectionStore.cancel(tx.db(), id, tx.now())
                .compose(done -> PaymentCollectionStore.delete(tx.db(), id, tx.now()))
                .map(Unsettled.sessionsOf(collection)));
  }

  private static Future<PaymentCollection> unauthorized(SqlClient db, String id) {
    return PaymentCollectionService.require(db, id)
        .map(collection -> {
          PaymentCollectionService.requireNoneRunning(collection);
          if (collection.hasAuthorization()) {
            throw Problem.notAllowed(
                "The payment collection of the order edit is authorized already");
          }
          return collection;
        });
  }

  /**
   * Cancels the collection: its payments are voided, captured ones refunded.
   *
   * @param path operation of the contract that cancels it
   */
  public Future<Unsettled> cancel(OrderTransaction tx, String path, String id) {
    return PaymentCollectionService.require(tx.db(), id)
        .compose(collection -> {
          PaymentCollectionService.requireNoneRunning(collection);
          return operations
              .findOfOrder(tx.db(), tx.orderId())
              .compose(recorded -> {
                List<PaymentOperation> endings = operationsFor(tx.order(), collection, recorded);
                return PaymentCollectionStore.cancel(tx.db(), id, tx.now())
                    .compose(done -> new PaymentOperationRunner.Recording(path, endings).in(tx))
                    .map(
                        new Unsettled(
                            collection,
                            collection.sessions().stream()
                                .filter(session -> !session.isAuthorized())
                                .toList(),
                            endings));
              });
        });
  }

  private static List<PaymentOperation> operationsFor(
      Order order, PaymentCollection collection, List<PaymentOperation> started) {
    List<PaymentOperation> operations = new ArrayList<>();
    for (Payment payment : collection.payments()) {
      boolean isBusy =
          started.stream()
              .anyMatch(
                  operation -> operation.isOpen() && operation.payment().id().equals(payment.id()));
      if (isBusy) {
        // Whether it has to be voided or refunded depends on the outcome.
        throw Problem.conflict();
      }
      if (payment.isCaptured()) {
        operations.addAll(new RefundPlan(order, started).refundRest(payment, RefundPlan.CANCELED));
      } else if (!payment.isCanceled()) {
        operations.add(PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()));
      }
    }
    return operations;
  }

  /** Finishes open operations of the order, on whose outcome a cancellation depends. */
  public Future<Void> finishRunning(CallContext context, String orderId) {
    return operations.runOpen(context, orderId);
  }

  /** Does the work at the providers; a failed operation is retried, a failed deletion logged. */
  public Future<Void> settle(CallContext context, Unsettled unsettled) {
    PaymentCollection collection = unsettled.collection();
    if (collection == null) {
      return Future.succeededFuture();
    }
    return provider
        .deleteAll(context, collection, unsettled.dropped())
        .compose(done -> operations.runEach(context, unsettled.operations()))
        .onFailure(failure ->
            LOG.warn(
                "Voiding or refunding payments of payment collection {} failed: {}",
                collection.id(),
                failure.toString()))
        .otherwiseEmpty();
  }

  /** Own fields of collections for a view, by their ids. */
  public static Future<Map<String, JsonObject>> views(SqlClient db, List<String> ids) {
    if (ids.isEmpty()) {
      return Future.succeededFuture(Map.of());
    }
    return PaymentCollectionStore.findAll(db, ids)
        .map(found -> {
          Map<String, JsonObject> views = new HashMap<>();
          found.forEach((id, collection) -> views.put(id, collection.whole()));
          return views;
        });
  }
}
