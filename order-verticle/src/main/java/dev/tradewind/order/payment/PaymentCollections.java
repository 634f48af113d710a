package dev.tradewind.order.payment;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Payment collections of order edits: created, set to another amount, canceled. The transaction of
 * the edit records what has to happen at the providers; {@link #settle} makes it happen.
 */
public final class PaymentCollections {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentCollections.class);
  private static final Ids IDS = Ids.of("paycol");

  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final PaymentSessionProvider provider;

  public PaymentCollections(
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      PaymentProviders providers,
      Clock clock) {
    this.operationStore = operationStore;
    this.runner = runner;
    this.provider = new PaymentSessionProvider(providers, clock);
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
      SqlClient db,
      Order order,
      long amount,
      @Nullable String description,
      @Nullable String createdBy,
      Instant now) {
    PaymentCollection collection =
        new PaymentCollection(
            IDS.next(),
            now,
            now,
            1,
            order.id(),
            PaymentCollectionStatus.NOT_PAID,
            description,
            amount,
            null,
            order.regionId(),
            order.currencyCode(),
            null,
            createdBy,
            List.of(),
            List.of());
    return PaymentCollectionStore.insert(db, collection).map(collection);
  }

  /** Sets another amount and drops the sessions; refuses if something is authorized. */
  public Future<Unsettled> setAmount(
      SqlClient db, String id, long amount, @Nullable String description, Instant now) {
    return unauthorized(db, id)
        .compose(collection ->
            PaymentCollectionStore.setAmount(db, id, amount, description, now)
                .map(Unsettled.sessionsOf(collection)));
  }

  /** Deletes a collection for which nothing is due any more. */
  public Future<Unsettled> delete(SqlClient db, String id, Instant now) {
    return unauthorized(db, id)
        .compose(collection ->
            PaymentCollectionStore.cancel(db, id, now)
                .compose(done -> PaymentCollectionStore.delete(db, id, now))
                .map(Unsettled.sessionsOf(collection)));
  }

  private static Future<PaymentCollection> unauthorized(SqlClient db, String id) {
    return PaymentCollectionService.require(db, id)
        .map(collection -> {
          PaymentCollectionService.requireNoneRunning(collection);
          if (collection.hasAuthorization()) {
            throw new Problem.NotAllowed(
                    "The payment collection of the order edit is authorized already")
                .toException();
          }
          return collection;
        });
  }

  /**
   * Cancels the collection: its payments are voided, captured ones refunded.
   *
   * @param path operation of the contract that cancels it
   */
  public Future<Unsettled> cancel(
      CallContext context, SqlClient db, String path, Order order, String id, Instant now) {
    return PaymentCollectionService.require(db, id)
        .compose(collection -> {
          PaymentCollectionService.requireNoneRunning(collection);
          return operationStore
              .findOfOrder(db, order.id())
              .compose(begun -> {
                List<PaymentOperation> operations = operationsFor(order, collection, begun);
                return PaymentCollectionStore.cancel(db, id, now)
                    .compose(
                        done -> operationStore.insert(db, context, path, order, operations, now))
                    .map(
                        new Unsettled(
                            collection,
                            collection.sessions().stream()
                                .filter(session -> !session.isAuthorized())
                                .toList(),
                            operations));
              });
        });
  }

  private static List<PaymentOperation> operationsFor(
      Order order, PaymentCollection collection, List<PaymentOperation> begun) {
    List<PaymentOperation> operations = new ArrayList<>();
    for (Payment payment : collection.payments()) {
      boolean isBusy =
          begun.stream()
              .anyMatch(
                  operation -> operation.isOpen() && operation.payment().id().equals(payment.id()));
      if (isBusy) {
        // Whether it has to be voided or refunded depends on the outcome.
        throw new Problem.Conflict().toException();
      }
      if (payment.isCaptured()) {
        operations.addAll(
            new RefundPlan(order, begun).refundRest(payment, PaymentOperationRunner.CANCELED));
      } else if (!payment.isCanceled()) {
        operations.add(PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, order.id()));
      }
    }
    return operations;
  }

  /** Finishes running operations of the order, whose outcome a cancellation depends on. */
  public Future<Void> finishRunning(CallContext context, String orderId) {
    return runner.runOpen(context, orderId);
  }

  /** Does the work at the providers; what fails is retried by the retrier, or only logged. */
  public Future<Void> settle(CallContext context, Unsettled unsettled) {
    PaymentCollection collection = unsettled.collection();
    if (collection == null) {
      return Future.succeededFuture();
    }
    return provider
        .deleteAll(context, collection, unsettled.dropped())
        .compose(done -> runner.runEach(context, unsettled.operations()))
        .onFailure(failure ->
            LOG.warn(
                "Voiding or refunding payments of payment collection {} failed: {}",
                collection.id(),
                failure.toString()))
        .otherwiseEmpty();
  }

  /** Own fields of collections for a view, by their ids. */
  public static Future<Map<String, JsonObject>> views(SqlClient db, List<String> ids) {
    return ids.isEmpty()
        ? Future.succeededFuture(Map.of())
        : PaymentCollectionStore.findAll(db, ids)
            .map(found -> {
              Map<String, JsonObject> views = new HashMap<>();
              found.forEach((id, collection) -> views.put(id, collection.whole()));
              return views;
            });
  }
}
