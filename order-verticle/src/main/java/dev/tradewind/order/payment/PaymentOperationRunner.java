package dev.tradewind.order.payment;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.order.aftersale.FulfillmentStatus;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.providers.ProviderCalls;
import dev.tradewind.providers.payment.Authorization;
import dev.tradewind.providers.payment.PaymentCall;
import dev.tradewind.providers.payment.PaymentProvider;
import dev.tradewind.providers.payment.PaymentProviders;
import dev.tradewind.providers.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Execution of recorded payment operations at their providers, and recording of the outcomes. An
 * operation without an answer is retried under the same key, by the next request or by the {@link
 * PaymentOperationRetrier}.
 */
public final class PaymentOperationRunner {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentOperationRunner.class);

  /** Path of the refund of a capture whose outcome is known after the cancellation only. */
  private static final String LATE_CAPTURE = "lateCapture";

  /** Details of the refund of a canceled order. */
  public static final JsonObject CANCELED =
      new JsonObject().put("reason", RefundReason.OTHER.wireName());

  private final Pool pool;
  private final LockedOrders orders;
  private final PaymentOperationStore store;
  private final PaymentProviders providers;
  private final SwapSettlement swaps;
  private final ProviderCalls calls;
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
    this.swaps = new SwapSettlement(orders, store);
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  /**
   * Runs all open operations of an order. A refusal is the outcome of an earlier request. A capture
   * without an answer is given up if its provider knows the payment as not captured; otherwise a
   * provider that does not answer fails it.
   */
  public Future<Void> runOpen(CallContext context, String orderId) {
    return store
        .findOfOrder(pool, orderId)
        .compose(operations ->
            each(
                operations.stream().filter(PaymentOperation::isOpen).toList(),
                operation ->
                    run(context, operation)
                        .recover(failure ->
                            ProviderCalls.isRefusal(failure)
                                ? Future.succeededFuture()
                                : giveUp(context, operation, failure))));
  }

  /** Sequential; fails with the first provider that refuses or does not answer. */
  public Future<Void> runAll(CallContext context, List<PaymentOperation> operations) {
    return each(operations, operation -> run(context, operation));
  }

  /** Sequential; a failure of one does not stop the others, and becomes the failure of all. */
  public Future<Void> runEach(CallContext context, List<PaymentOperation> operations) {
    List<Throwable> failures = new ArrayList<>();
    return each(
            operations,
            operation ->
                run(context, operation)
                    .recover(failure -> {
                      failures.add(failure);
                      return Future.succeededFuture();
                    }))
        .compose(done ->
            failures.isEmpty()
                ? Future.succeededFuture()
                : Future.failedFuture(failures.getFirst()));
  }

  private static Future<Void> each(
      List<PaymentOperation> operations, Function<PaymentOperation, Future<Void>> run) {
    Future<Void> finished = Future.succeededFuture();
    for (PaymentOperation operation : operations) {
      finished = finished.compose(done -> run.apply(operation));
    }
    return finished;
  }

  Future<Void> run(CallContext context, PaymentOperation operation) {
    PaymentFailpoint.OPERATION_RECORDED.hit();
    if (operation.kind() == PaymentOperation.Kind.AUTHORIZE) {
      return authorize(context, operation);
    }
    return ask(
            context,
            operation,
            (provider, call, data) ->
                switch (operation.kind()) {
                  case AUTHORIZE -> throw new IllegalStateException(operation.id());
                  case CAPTURE -> provider.capture(call, data);
                  case CANCEL -> provider.cancel(call, data);
                  case REFUND -> provider.refund(call, data);
                })
        .onSuccess(data -> PaymentFailpoint.DONE_AT_PROVIDER.hit())
        .transform(answer -> {
          if (answer.succeeded()) {
            return recordDone(context, operation, operation.kind(), answer.result())
                .onSuccess(recorded -> PaymentFailpoint.OUTCOME_RECORDED.hit());
          }
          Throwable failure = answer.cause();
          if (!ProviderCalls.isRefusal(failure)) {
            return recordUnanswered(context, operation, failure);
          }
          LOG.warn(
              "Payment provider {} refused operation {}: {}",
              operation.payment().providerId(),
              operation.id(),
              failure.getMessage());
          return operation.kind() == PaymentOperation.Kind.CANCEL
              ? resolveRefusedCancel(context, operation)
              : recordRefused(context, operation, failure)
                  .compose(recorded -> Future.failedFuture(failure));
        });
  }

  /**
   * Authorizes a payment session. An answer other than authorized ends the attempt: the next one
   * has a key of its own.
   */
  private Future<Void> authorize(CallContext context, PaymentOperation operation) {
    return ask(context, operation, PaymentProvider::authorize)
        .recover(failure ->
            ProviderCalls.isRefusal(failure)
                ? Future.succeededFuture(
                    new Authorization(Authorization.Status.ERROR, operation.payment().data()))
                : Future.failedFuture(failure))
        .onSuccess(answer -> PaymentFailpoint.DONE_AT_PROVIDER.hit())
        .compose(answer -> recordAuthorization(context, operation, answer))
        .onSuccess(recorded -> PaymentFailpoint.OUTCOME_RECORDED.hit());
  }

  private Future<Void> recordAuthorization(
      CallContext context, PaymentOperation operation, Authorization answer) {
    Instant now = Timestamps.now(clock);
    PaymentSessionStatus status = PaymentSessionStatus.of(answer.status());
    boolean authorized = status == PaymentSessionStatus.AUTHORIZED;
    PaymentOperation.State outcome =
        authorized ? PaymentOperation.State.DONE : PaymentOperation.State.REFUSED;
    String event =
        authorized ? PaymentEvents.COLLECTION_AUTHORIZED : PaymentEvents.COLLECTION_UPDATED;
    return orders.locked(
        operation.orderId(),
        (db, order) ->
            store
                .finish(db, operation, outcome, now)
                .compose(first ->
                    first
                        ? PaymentCollectionStore.recordAnswer(
                                db, operation.payment().id(), status, answer.data(), now)
                            .compose(recorded ->
                                write(
                                    db,
                                    order,
                                    order.paymentStatus(),
                                    now,
                                    PaymentEvents.of(
                                        context,
                                        now,
                                        event,
                                        String.valueOf(operation.payment().collectionId()),
                                        order.id())))
                        : Future.succeededFuture()));
  }

  /** Call of a payment provider. */
  private interface Question<T> {
    Future<T> ask(PaymentProvider provider, PaymentCall call, JsonObject data);
  }

  private <T> Future<T> ask(CallContext context, PaymentOperation operation, Question<T> question) {
    return calls.ask(
        "payment provider",
        context.deadline(),
        () ->
            question.ask(
                providers.get(operation.payment().providerId()),
                operation.call(context.deadline()),
                operation.payment().data()));
  }

  private Future<Void> recordDone(
      CallContext context,
      PaymentOperation operation,
      PaymentOperation.Kind effect,
      JsonObject data) {
    Instant now = Timestamps.now(clock);
    return orders.locked(
        operation.orderId(),
        (db, before) ->
            store
                .finish(db, operation, PaymentOperation.State.DONE, now)
                .compose(first ->
                    first
                        ? store
                            .recordEffect(db, effect, operation, data, now)
                            .compose(recorded -> publish(context, db, operation, effect, now))
                            .compose(published -> swaps.follow(context, db, operation, now))
                        : Future.succeededFuture()));
  }

  private Future<Void> publish(
      CallContext context,
      SqlClient db,
      PaymentOperation operation,
      PaymentOperation.Kind effect,
      Instant now) {
    Future<Boolean> settled =
        effect == PaymentOperation.Kind.REFUND
            ? store.insertSettledRefund(db, operation, now)
            : Future.succeededFuture(false);
    Future<List<Event>> ofClaim =
        settled.compose(inserted ->
            inserted
                ? ClaimRefunds.settled(context, db, operation, now)
                : Future.succeededFuture(List.of()));
    return ofClaim
        .compose(recorded -> orders.read(db, operation.orderId()))
        .compose(order ->
            switch (effect) {
              case AUTHORIZE -> throw new IllegalStateException(operation.id());
              case CAPTURE ->
                  write(
                      db,
                      order,
                      operation.keepsStatus()
                          ? order.paymentStatus()
                          : order.paymentStatusAfterCapture(),
                      now,
                      OrderEvents.of(
                          context,
                          now,
                          order.isCaptured() && !operation.keepsStatus()
                              ? OrderEvents.PAYMENT_CAPTURED
                              : OrderEvents.UPDATED,
                          order),
                      ofPayment(context, operation, PaymentEvents.CAPTURED, now));
              case CANCEL ->
                  write(
                      db,
                      order,
                      order.paymentStatus(),
                      now,
                      OrderEvents.of(context, now, OrderEvents.UPDATED, order));
              case REFUND -> {
                PaymentStatus status =
                    operation.keepsStatus()
                        ? order.paymentStatus()
                        : order.paymentStatusAfterRefund();
                yield write(
                    db,
                    order,
                    status,
                    now,
                    settled.result()
                        ? refundCreated(context, operation, order, now)
                        : OrderEvents.of(context, now, OrderEvents.UPDATED, order),
                    Stream.concat(
                            ofPayment(context, operation, PaymentEvents.REFUND_CREATED, now)
                                .stream(),
                            ofClaim.result().stream())
                        .toList());
              }
            });
  }

  private static Event refundCreated(
      CallContext context, PaymentOperation operation, Order order, Instant now) {
    return OrderEvents.of(
        context,
        now,
        OrderEvents.REFUND_CREATED,
        order.id(),
        operation.details().containsKey("no_notification")
            ? operation.details().getBoolean("no_notification")
            : order.noNotification(),
        new JsonObject().put("refund_id", operation.requireRefundId()));
  }

  /** Event of the payment, if the operation was requested for it. */
  private static List<Event> ofPayment(
      CallContext context, PaymentOperation operation, String type, Instant now) {
    return operation.isOfPayment()
        ? List.of(
            PaymentEvents.of(context, now, type, operation.payment().id(), operation.orderId()))
        : List.of();
  }

  private Future<Void> write(
      SqlClient db, Order order, PaymentStatus status, Instant now, Event event) {
    return write(db, order, status, now, event, List.of());
  }

  private Future<Void> write(
      SqlClient db,
      Order order,
      PaymentStatus status,
      Instant now,
      Event event,
      List<Event> further) {
    List<Event> events = new ArrayList<>(further);
    events.addFirst(event);
    return orders.write(db, order, new OrderMutation.PaymentStatusChange(status), now, events);
  }

  /** A failed capture is published once, until it is requested anew. */
  private Future<Void> recordUnanswered(
      CallContext context, PaymentOperation operation, Throwable failure) {
    Future<Void> failed = Future.failedFuture(failure);
    if (operation.kind() != PaymentOperation.Kind.CAPTURE) {
      return failed;
    }
    Instant now = Timestamps.now(clock);
    return orders
        .locked(
            operation.orderId(),
            (db, order) ->
                store
                    .recordFailure(db, operation)
                    .compose(first ->
                        first
                            ? publishFailedCapture(
                                    context,
                                    db,
                                    operation,
                                    order,
                                    "The payment provider did not confirm the capture",
                                    now)
                                .compose(published -> swaps.follow(context, db, operation, now))
                            : Future.succeededFuture()))
        .transform(recorded -> failed);
  }

  private Future<Void> recordRefused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    Instant now = Timestamps.now(clock);
    if (ClaimRefunds.isOf(operation)) {
      return recordRefusedOfClaim(context, operation, now);
    }
    return Transactions.inTransaction(
        pool,
        db ->
            lockGiftCards(db, operation)
                .compose(locked -> orders.lock(db, operation.orderId()))
                .compose(order ->
                    store
                        .finish(db, operation, PaymentOperation.State.REFUSED, now)
                        .compose(first ->
                            first
                                ? publishRefused(context, db, operation, order, refusal, now)
                                    .compose(
                                        published -> restoreGiftCards(context, db, operation, now))
                                    .compose(restored -> swaps.follow(context, db, operation, now))
                                : Future.succeededFuture())));
  }

  /** Before the order is locked: a refused refund may give its amount back to gift cards. */
  private static Future<Void> lockGiftCards(SqlClient db, PaymentOperation operation) {
    return operation.kind() == PaymentOperation.Kind.REFUND
        ? GiftCardStore.lock(db, operation.orderId()).mapEmpty()
        : Future.succeededFuture();
  }

  /** Restores what a refund took from gift cards if none of its operations refunds anything. */
  private Future<Void> restoreGiftCards(
      CallContext context, SqlClient db, PaymentOperation refused, Instant now) {
    if (refused.kind() != PaymentOperation.Kind.REFUND) {
      return Future.succeededFuture();
    }
    return store
        .findOfOrder(db, refused.orderId())
        .compose(begun ->
            ClaimRefunds.isLast(refused, begun)
                ? GiftCardStore.restore(db, context, refused.requireRefundId(), now)
                : Future.succeededFuture());
  }

  /**
   * Withdraws a claim if nothing of it was refunded. Its stock is returned before the order is
   * locked; operations that were refused before stay refused, so that this decision still holds
   * then.
   */
  private Future<Void> recordRefusedOfClaim(
      CallContext context, PaymentOperation operation, Instant now) {
    return store
        .findOfOrder(pool, operation.orderId())
        .map(begun -> ClaimRefunds.isLast(operation, begun))
        .compose(isWithdrawn ->
            Transactions.inTransaction(
                pool,
                db ->
                    lockGiftCards(db, operation)
                        .compose(locked ->
                            isWithdrawn
                                ? ClaimRefunds.returnStock(context, db, operation, now)
                                : Future.<Void>succeededFuture())
                        .compose(returned -> orders.lock(db, operation.orderId()))
                        .compose(order ->
                            store
                                .finish(db, operation, PaymentOperation.State.REFUSED, now)
                                .compose(first ->
                                    first
                                        ? publishRefusedOfClaim(
                                                context, db, operation, order, isWithdrawn, now)
                                            .compose(published ->
                                                restoreGiftCards(context, db, operation, now))
                                        : Future.succeededFuture()))));
  }

  private Future<Void> publishRefusedOfClaim(
      CallContext context,
      SqlClient db,
      PaymentOperation operation,
      Order order,
      boolean isWithdrawn,
      Instant now) {
    Future<List<Event>> events =
        isWithdrawn
            ? ClaimRefunds.withdraw(context, db, order, operation, now)
            // The other parts of the refund may be settled.
            : store
                .insertSettledRefund(db, operation, now)
                .map(settled ->
                    settled ? List.of(refundCreated(context, operation, order, now)) : List.of());
    return events.compose(published ->
        published.isEmpty()
            ? Future.succeededFuture()
            : orders.write(
                db,
                order,
                new OrderMutation.PaymentStatusChange(order.paymentStatus()),
                now,
                published));
  }

  private Future<Void> publishRefused(
      CallContext context,
      SqlClient db,
      PaymentOperation operation,
      Order order,
      Throwable refusal,
      Instant now) {
    return switch (operation.kind()) {
      case AUTHORIZE -> throw new IllegalStateException(operation.id());
      case CAPTURE ->
          publishFailedCapture(
              context, db, operation, order, String.valueOf(refusal.getMessage()), now);
      // The other parts of the refund may be settled.
      case REFUND ->
          store
              .insertSettledRefund(db, operation, now)
              .compose(settled -> {
                List<Event> events = new ArrayList<>();
                if (settled) {
                  events.add(refundCreated(context, operation, order, now));
                }
                if (operation.details().containsKey(PaymentOperation.RETURN_ID)) {
                  return requireAction(context, db, operation, order, events, now);
                }
                if (!settled && operation.isOfPayment()) {
                  events.add(
                      PaymentEvents.of(
                          context,
                          now,
                          PaymentEvents.REFUND_FAILED,
                          operation.payment().id(),
                          order.id()));
                }
                return events.isEmpty()
                    ? Future.succeededFuture()
                    : write(db, order, order.paymentStatus(), now, events.getFirst());
              });
      case CANCEL -> Future.succeededFuture();
    };
  }

  /**
   * Leaves a return that was not paid back, or not wholly, to staff; published once for all parts
   * of its refund.
   */
  private Future<Void> requireAction(
      CallContext context,
      SqlClient db,
      PaymentOperation operation,
      Order order,
      List<Event> events,
      Instant now) {
    return store
        .findOfOrder(db, order.id())
        .compose(begun -> {
          boolean isFirst =
              begun.stream()
                      .filter(each -> operation.requireRefundId().equals(each.refundId()))
                      .filter(each -> each.state() == PaymentOperation.State.REFUSED)
                      .count()
                  == 1;
          if (isFirst) {
            events.add(
                OrderEvents.of(
                    context,
                    now,
                    OrderEvents.RETURN_ACTION_REQUIRED,
                    order.id(),
                    operation.details().getBoolean("no_notification"),
                    new JsonObject()
                        .put(
                            "return_id",
                            operation.details().getString(PaymentOperation.RETURN_ID))));
          }
          return events.isEmpty()
              ? Future.succeededFuture()
              : orders.write(
                  db,
                  order,
                  new OrderMutation.FulfillmentStatusChange(FulfillmentStatus.REQUIRES_ACTION),
                  now,
                  events);
        });
  }

  private Future<Void> publishFailedCapture(
      CallContext context,
      SqlClient db,
      PaymentOperation operation,
      Order order,
      String error,
      Instant now) {
    return write(
        db,
        order,
        operation.keepsStatus()
            ? order.paymentStatus()
            : order.paymentStatus().afterFailedCapture(),
        now,
        OrderEvents.of(
            context,
            now,
            OrderEvents.PAYMENT_CAPTURE_FAILED,
            order,
            new JsonObject().put("payment_id", operation.payment().id()).put("error", error)),
        ofPayment(context, operation, PaymentEvents.CAPTURE_FAILED, now));
  }

  /**
   * Ends a capture without an answer by the state of its payment, so that an order can be canceled
   * although its provider captures nothing any more.
   */
  private Future<Void> giveUp(CallContext context, PaymentOperation operation, Throwable failure) {
    if (operation.kind() != PaymentOperation.Kind.CAPTURE) {
      return Future.failedFuture(failure);
    }
    return ask(context, operation, PaymentProvider::findPayment)
        .transform(found -> {
          if (found.failed()) {
            return Future.failedFuture(failure);
          }
          return switch (found.result().status()) {
            case CAPTURED ->
                recordDone(
                    context, operation, PaymentOperation.Kind.CAPTURE, found.result().data());
            case AUTHORIZED, ERROR, CANCELED ->
                recordRefused(
                    context,
                    operation,
                    new Problem.NotAllowed("The payment provider did not capture the payment")
                        .toException());
            case PENDING -> Future.failedFuture(failure);
          };
        });
  }

  /**
   * Ends a cancellation that the provider refused by the state of its payment: an earlier capture
   * may have taken effect after its outcome was given up, and is refunded then.
   */
  private Future<Void> resolveRefusedCancel(CallContext context, PaymentOperation operation) {
    return ask(context, operation, PaymentProvider::findPayment)
        .compose(found ->
            switch (found.status()) {
              case CANCELED ->
                  recordDone(context, operation, PaymentOperation.Kind.CANCEL, found.data());
              case CAPTURED -> refundInstead(context, operation, found);
              case AUTHORIZED, PENDING, ERROR ->
                  Future.failedFuture(
                      new Problem.Unavailable(
                              "The payment provider did not void the authorization.")
                          .toException());
            });
  }

  /** One transaction, so that no crash keeps money that was captured for a canceled order. */
  private Future<Void> refundInstead(
      CallContext context, PaymentOperation operation, PaymentState captured) {
    Instant now = Timestamps.now(clock);
    PaymentOperation.Kind effect = PaymentOperation.Kind.CAPTURE;
    return orders
        .locked(
            operation.orderId(),
            (db, before) ->
                store
                    .finish(db, operation, PaymentOperation.State.DONE, now)
                    .compose(first ->
                        first
                            ? store
                                .recordEffect(db, effect, operation, captured.data(), now)
                                .compose(done -> publish(context, db, operation, effect, now))
                                .compose(done -> insertRefunds(context, db, operation, now))
                            : Future.succeededFuture(List.<PaymentOperation>of())))
        .compose(refunds -> runAll(context, refunds));
  }

  /**
   * Refunds what was captured: of a canceled swap or collection its one payment, of a canceled
   * order all.
   */
  private Future<List<PaymentOperation>> insertRefunds(
      CallContext context, SqlClient db, PaymentOperation captured, Instant now) {
    String orderId = captured.orderId();
    return orders
        .read(db, orderId)
        .compose(order ->
            store
                .findOfOrder(db, orderId)
                .compose(begun ->
                    GiftCardStore.read(db, order).map(cards -> new RefundPlan(order, begun, cards)))
                .compose(plan -> {
                  String paymentId = captured.payment().id();
                  if (captured.payment().swapId() != null) {
                    return Future.succeededFuture(
                        order.livePayments().stream()
                            .filter(payment -> payment.id().equals(paymentId))
                            .flatMap(payment -> plan.refundRest(payment, CANCELED).stream())
                            .toList());
                  }
                  return captured.payment().collectionId() == null
                      ? Future.succeededFuture(plan.refundCaptured(CANCELED))
                      : PaymentCollectionStore.findPayment(db, captured.payment().id())
                          .map(found -> plan.refundRest(found.orElseThrow().payment(), CANCELED));
                })
                .compose(refunds ->
                    store.insert(db, context, LATE_CAPTURE, order, refunds, now).map(refunds)));
  }
}
