package dev.tradewind.order;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
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
final class PaymentWorks {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentWorks.class);

  private final Pool pool;
  private final OrderChanges orders;
  private final PaymentWorkStore store;
  private final PaymentProviders providers;
  private final Clock clock;

  PaymentWorks(
      Pool pool,
      OrderChanges orders,
      PaymentWorkStore store,
      PaymentProviders providers,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.store = store;
    this.providers = providers;
    this.clock = clock;
  }

  /** Does everything that an order still waits for; fails when a provider does not answer. */
  Future<Void> settleOpen(CallContext context, String orderId) {
    return store
        .findOfOrder(pool, orderId)
        .compose(works -> settleAll(context, works.stream().filter(work -> !work.done()).toList()));
  }

  /** One after the other; fails with the first provider that does not answer. */
  Future<Void> settleAll(CallContext context, List<PaymentWork> works) {
    Future<Void> settled = Future.succeededFuture();
    for (PaymentWork work : works) {
      settled = settled.compose(done -> settle(context, work));
    }
    return settled;
  }

  Future<Void> settle(CallContext context, PaymentWork work) {
    return ask(context, work)
        .compose(data -> note(context, work, data))
        .recover(failure -> failed(context, work, failure));
  }

  private Future<JsonObject> ask(CallContext context, PaymentWork work) {
    PaymentProvider provider = providers.get(work.payment().providerId());
    PaymentCall call = work.call(context.deadline());
    JsonObject data = work.payment().data();
    long patience = Math.max(1, context.remaining(clock).toMillis());
    return Future.future((Promise<JsonObject> answered) ->
            (switch (work.kind()) {
                  case CAPTURE -> provider.capture(call, data);
                  case CANCEL -> provider.cancel(call, data);
                  case REFUND -> provider.refund(call, data);
                })
                .timeout(patience, TimeUnit.MILLISECONDS)
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

  private Future<Void> note(CallContext context, PaymentWork work, JsonObject data) {
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
      CallContext context, SqlClient db, PaymentWork work, Order order, Instant now) {
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

  private Future<Void> failed(CallContext context, PaymentWork work, Throwable failure) {
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
    return work.kind() == PaymentWork.Kind.CAPTURE
        ? noteFailedCapture(context, work).transform(noted -> answer)
        : answer;
  }

  /** Said once: the order asks for somebody's attention until the capture has worked. */
  private Future<Void> noteFailedCapture(CallContext context, PaymentWork work) {
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
