package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentProviders;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Execution of recorded payment operations at their providers, and recording of the outcomes. An
 * operation without an answer is retried under the same key, by the next request or by the {@link
 * PaymentOperationRetrier}.
 */
public final class PaymentOperationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentOperationRunner.class);

  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore store;
  private final PaymentProviders providers;
  private final Clock clock;

  public PaymentOperationRunner(
      Pool pool,
      LockedOrders orders,
      PaymentOperationStore store,
      PaymentProviders providers,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.store = store;
    this.providers = providers;
    this.clock = clock;
  }

  /** Runs all open operations of an order; fails if a provider does not answer. */
  public Future<Void> runOpen(CallContext context, String orderId) {
    return store
        .findOfOrder(pool, orderId)
        .compose(operations ->
            runAll(context, operations.stream().filter(operation -> !operation.done()).toList()));
  }

  /** Sequential; fails with the first provider that does not answer. */
  public Future<Void> runAll(CallContext context, List<PaymentOperation> operations) {
    Future<Void> finished = Future.succeededFuture();
    for (PaymentOperation operation : operations) {
      finished = finished.compose(done -> run(context, operation));
    }
    return finished;
  }

  Future<Void> run(CallContext context, PaymentOperation operation) {
    return call(context, operation)
        .compose(data -> recordOutcome(context, operation, data))
        .recover(failure -> failed(context, operation, failure));
  }

  private Future<JsonObject> call(CallContext context, PaymentOperation operation) {
    PaymentProvider provider = providers.get(operation.payment().providerId());
    PaymentCall paymentCall = operation.call(context.deadline());
    JsonObject data = operation.payment().data();
    long timeout = Math.max(1, context.remaining(clock).toMillis());
    return Future.future((Promise<JsonObject> answered) ->
            (switch (operation.kind()) {
                  case CAPTURE -> provider.capture(paymentCall, data);
                  case CANCEL -> provider.cancel(paymentCall, data);
                  case REFUND -> provider.refund(paymentCall, data);
                })
                .timeout(timeout, TimeUnit.MILLISECONDS)
                .onComplete(answered))
        .recover(failure -> Future.failedFuture(new NoAnswer(failure)));
  }

  /** No answer of the provider: the outcome is unknown. */
  private static final class NoAnswer extends RuntimeException {

    private static final long serialVersionUID = 1;

    NoAnswer(Throwable cause) {
      super(cause);
    }
  }

  private Future<Void> recordOutcome(
      CallContext context, PaymentOperation operation, JsonObject data) {
    Instant now = Timestamps.now(clock);
    return orders.locked(
        operation.orderId(),
        (db, before) ->
            store
                .finish(db, operation, now)
                .compose(first ->
                    first
                        ? store
                            .recordOutcome(db, operation, data, now)
                            .compose(recorded -> orders.lock(db, operation.orderId()))
                            .compose(order -> publishOutcome(context, db, operation, order, now))
                        : Future.succeededFuture()));
  }

  private Future<Void> publishOutcome(
      CallContext context, SqlClient db, PaymentOperation operation, Order order, Instant now) {
    List<Event> events =
        switch (operation.kind()) {
          case CAPTURE ->
              List.of(
                  OrderEvents.of(
                      context,
                      now,
                      order.isCaptured() ? OrderEvents.PAYMENT_CAPTURED : OrderEvents.UPDATED,
                      order));
          case CANCEL -> List.of(OrderEvents.of(context, now, OrderEvents.UPDATED, order));
          case REFUND ->
              List.of(
                  OrderEvents.of(
                      context,
                      now,
                      OrderEvents.REFUND_CREATED,
                      order.id(),
                      operation.details().containsKey("no_notification")
                          ? operation.details().getBoolean("no_notification")
                          : order.noNotification(),
                      new JsonObject().put("refund_id", operation.id())));
        };
    return orders.write(
        db, order, new OrderMutation.PaymentStatusChange(order.duePaymentStatus()), now, events);
  }

  private Future<Void> failed(CallContext context, PaymentOperation operation, Throwable failure) {
    if (!(failure instanceof NoAnswer unanswered)) {
      return Future.failedFuture(failure);
    }
    Throwable cause = unanswered.getCause();
    LOG.warn(
        "Calling payment provider {} for operation {} failed: {}",
        operation.payment().providerId(),
        operation.id(),
        String.valueOf(cause));
    Problem problem =
        cause instanceof TimeoutException
            ? new Problem.TimedOut("The payment provider did not answer in time. Please retry.")
            : new Problem.Unavailable("The payment provider is not available. Please retry.");
    Future<Void> answer = Future.failedFuture(problem.toException());
    return operation.kind() == PaymentOperation.Kind.CAPTURE
        ? recordFailedCapture(context, operation).transform(recorded -> answer)
        : answer;
  }

  /** Sets the payment status to {@code requires_action} once, until the capture succeeds. */
  private Future<Void> recordFailedCapture(CallContext context, PaymentOperation operation) {
    Instant now = Timestamps.now(clock);
    return orders.locked(
        operation.orderId(),
        (db, order) -> {
          if (order.paymentStatus() != PaymentStatus.AWAITING) {
            return Future.succeededFuture();
          }
          Event event =
              OrderEvents.of(
                  context,
                  now,
                  OrderEvents.PAYMENT_CAPTURE_FAILED,
                  order,
                  new JsonObject()
                      .put("payment_id", operation.payment().id())
                      .put("error", "The payment provider did not confirm the capture"));
          return orders.write(
              db,
              order,
              new OrderMutation.PaymentStatusChange(PaymentStatus.REQUIRES_ACTION),
              now,
              List.of(event));
        });
  }
}
