package dev.tradewind.order.admin;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Refund of captured payments. The amount is reserved before the provider is called, so that the
 * refunds never exceed the payments; the same idempotency key refunds once.
 */
public final class RefundOrder {

  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final OrderQueries queries;
  private final Clock clock;

  public RefundOrder(
      Pool pool,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminRefundOrder", this::refund);
  }

  private Future<Reply> refund(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    IdempotencyKey key = IdempotencyKey.of(request, "adminRefundOrder", id);
    JsonObject details = details(request.body(), key);
    long amount = request.body().getLong("amount");
    return Transactions.inTransaction(pool, db -> begin(request, db, id, amount, details, key))
        .recover(failure ->
            Future.failedFuture(
                failure instanceof ProblemException expected
                        && expected.problem() instanceof Problem.NotFound
                    ? new Problem.NotFound("Order with id: %s was not found".formatted(id))
                        .toException()
                    : failure))
        .compose(operations ->
            runner.runAll(
                request.context(), operations.stream().filter(PaymentOperation::isOpen).toList()))
        .compose(done -> queries.showToStaff(request, id));
  }

  /** Gift cards are locked before the order, as in a placement. */
  private Future<List<PaymentOperation>> begin(
      Request request,
      SqlConnection db,
      String id,
      long amount,
      JsonObject details,
      IdempotencyKey key) {
    return GiftCardStore.lock(db, id)
        .compose(bought ->
            orders
                .lock(db, id)
                .compose(order ->
                    operationStore
                        .findOfOrder(db, id)
                        .compose(begun -> {
                          List<PaymentOperation> same = of(key, begun);
                          if (!same.isEmpty()) {
                            return Future.succeededFuture(same);
                          }
                          if (order.isCanceled()) {
                            throw new Problem.NotAllowed("A canceled order cannot be refunded")
                                .toException();
                          }
                          RefundPlan plan = new RefundPlan(order, begun, bought.of(order));
                          List<PaymentOperation> operations =
                              plan.refund(amount, details, key.key());
                          Instant now = Timestamps.now(clock);
                          return operationStore
                              .insert(
                                  db, request.context(), "adminRefundOrder", order, operations, now)
                              .compose(inserted ->
                                  GiftCardStore.withdraw(
                                      db,
                                      request.context(),
                                      id,
                                      operations.getFirst().requireRefundId(),
                                      false,
                                      plan.taking(List.of(), amount),
                                      now))
                              .map(operations);
                        })));
  }

  private static JsonObject details(JsonObject body, IdempotencyKey key) {
    if (body.getLong("amount") < 1) {
      throw new Problem.InvalidData("amount must not be less than 1").toException();
    }
    JsonObject details =
        new JsonObject()
            .put("reason", RefundReason.require(body.getString("reason")).wireName())
            .put("note", body.getString("note"))
            .put("request_hash", key.requestHash());
    if (body.getBoolean("no_notification") != null) {
      details.put("no_notification", body.getBoolean("no_notification"));
    }
    return details;
  }

  /** Payment operations recorded by an earlier request with the same key. */
  private static List<PaymentOperation> of(IdempotencyKey key, List<PaymentOperation> begun) {
    List<PaymentOperation> same =
        begun.stream()
            .filter(PaymentOperation::isRefund)
            .filter(operation -> key.key().equals(operation.idempotencyKey()))
            .toList();
    if (same.stream()
        .anyMatch(operation ->
            !key.requestHash().equals(operation.details().getString("request_hash")))) {
      throw new Problem.Duplicate(
              "The Idempotency-Key was used before for a request with another body.")
          .toException();
    }
    return same;
  }
}
