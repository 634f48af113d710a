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
 * Has payment providers do what was committed to be done, and notes what they answer. A provider
 * that does not answer is asked again, under the same key, by the next request or by the sweeper.
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

  /** Does everything that an order still waits for; fails when a provider does not answer. */
  public Future<Void> settleOpen(CallContext context, String orderId) {
    return store
        .findOfOrder(pool, orderId)
        .compose(works -> settleAll(context, works.stream().filter(work -> !work.done()).toList()));
  }

  /** One after the other; fails with the first provider that does not answer. */
  public Future<Void> settleAll(CallContext context, List<PaymentOperation> works) {
    Future<Void> settled = Future.succeededFuture();
    for (PaymentOperation work : works) {
      settled = settled.compose(done -> settle(context, work));
    }
    return settled;
  }

  Future<Void> settle(CallContext context, PaymentOperation work) {
    return ask(context, work)
        .compose(data -> note(context, work, data))
        .recover(failure -> failed(context, work, failure));
  }

  private Future<JsonObject> ask(CallContext context, PaymentOperation work) {
    PaymentProvider provider = providers.get(work.payment().providerId());
    PaymentCall call = work.call(context.deadline());
    JsonObject data = work.payment().data();
    long timeout = Math.max(1, context.remaining(clock).toMillis());
    return Future.future((Promise<JsonObject> answered) ->
            (switch (work.kind()) {
                  case CAPTURE -> provider.capture(call, data);
                  case CANCEL -> provider.cancel(call, data);
                  case REFUND -> provider.refund(call, data);
                })
                .timeout(timeout, TimeUnit.MILLISECONDS)
                .onComplete(answered))
        .recover(failure -> Future.failedFuture(new NoAnswer(failure)));
  }

  /** The provider said nothing: whether it acted is not known. */
  private static final class NoAnswer extends RuntimeException {

    private static final long serialVersionUID = 1;

    NoAnswer(Throwable cause) {
      super(cause);
    }
  }

  private Future<Void> note(CallContext context, PaymentOperation work, JsonObject data) {
    Instant now = Timestamps.now(clock);
    return orders.locked(
        work.orderId(),
        (db, before) ->
            store
                .finish(db, work, now)
                .compose(first ->
                    first
                        ? store
                            .note(db, work, data, now)
                            .compose(noted -> orders.lock(db, work.orderId()))
                            .compose(order -> tell(context, db, work, order, now))
                        : Future.succeededFuture()));
  }

  private Future<Void> tell(
      CallContext context, SqlClient db, PaymentOperation work, Order order, Instant now) {
    List<Event> events =
        switch (work.kind()) {
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
                      work.details().containsKey("no_notification")
                          ? work.details().getBoolean("no_notification")
                          : order.noNotification(),
                      new JsonObject().put("refund_id", work.id())));
        };
    return orders.write(
        db, order, new OrderMutation.PaymentStatusChange(order.duePaymentStatus()), now, events);
  }

  private Future<Void> failed(CallContext context, PaymentOperation work, Throwable failure) {
    if (!(failure instanceof NoAnswer unanswered)) {
      return Future.failedFuture(failure);
    }
    Throwable cause = unanswered.getCause();
    LOG.warn(
        "Payment provider {} did not answer {}: {}",
        work.payment().providerId(),
        work.id(),
        String.valueOf(cause));
    Problem problem =
        cause instanceof TimeoutException
            ? new Problem.TimedOut("The payment provider did not answer in time. Please retry.")
            : new Problem.Unavailable("The payment provider is not available. Please retry.");
    Future<Void> answer = Future.failedFuture(problem.toException());
    return work.kind() == PaymentOperation.Kind.CAPTURE
        ? noteFailedCapture(context, work).transform(noted -> answer)
        : answer;
  }

  /** Said once: the order asks for somebody's attention until the capture has worked. */
  private Future<Void> noteFailedCapture(CallContext context, PaymentOperation work) {
    Instant now = Timestamps.now(clock);
    return orders.locked(
        work.orderId(),
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
                      .put("payment_id", work.payment().id())
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
