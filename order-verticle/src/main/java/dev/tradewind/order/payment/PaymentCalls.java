package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.providercall.ProviderCalls;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.model.PaymentStatus;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentCall;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls of payment providers for recorded operations, and the record of their outcomes, each once.
 */
public final class PaymentCalls {

  private static final Logger LOG = LoggerFactory.getLogger(PaymentCalls.class);

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final ProviderRegistry<PaymentProvider> providers;
  private final ProviderCalls calls;
  private final Clock clock;

  public PaymentCalls(
      OrderUnitOfWork work,
      PaymentOperationStore store,
      ProviderRegistry<PaymentProvider> providers,
      Clock clock) {
    this.work = work;
    this.store = store;
    this.providers = providers;
    this.calls = new ProviderCalls(clock);
    this.clock = clock;
  }

  /** Call of a payment provider. */
  public interface Question<T> {
    Future<T> ask(PaymentProvider provider, PaymentCall call, JsonObject data);
  }

  public <T> Future<T> ask(CallContext context, PaymentOperation operation, Question<T> question) {
    return calls.ask(
        "payment provider",
        context.deadline(),
        () ->
            question.ask(
                providers.get(operation.payment().providerId()),
                operation.call(context.deadline()),
                operation.payment().data()));
  }

  /** Effect of an outcome that is recorded for the first time. */
  public interface Effect<T> {
    Future<Change<T>> in(OrderTransaction tx);
  }

  /** Records the outcome of an operation with its effect. */
  public Future<Void> record(
      CallContext context,
      PaymentOperation operation,
      PaymentOperation.State outcome,
      Effect<Void> effect) {
    return work.change(request(context, operation), tx -> once(tx, operation, outcome, effect));
  }

  OrderRequest request(CallContext context, PaymentOperation operation) {
    return OrderRequest.of(context, operation.orderId(), clock);
  }

  /** Records an outcome with its effect; rolls back if an outcome was recorded before. */
  <T> Future<Change<T>> once(
      OrderTransaction tx,
      PaymentOperation operation,
      PaymentOperation.State outcome,
      Effect<T> effect) {
    return store
        .finish(tx, operation, outcome)
        .compose(isFirst -> isFirst ? effect.in(tx) : Future.succeededFuture(Change.rollback()));
  }

  static void logRefusal(PaymentOperation operation, Throwable refusal) {
    LOG.warn(
        "Payment provider {} refused operation {}: {}",
        operation.payment().providerId(),
        operation.id(),
        refusal.getMessage());
  }

  /** Payment status of the order after an outcome, with its events; raises the version. */
  static Change<Void> statusChange(PaymentStatus status, Event event, List<Event> further) {
    List<Event> events = new ArrayList<>(further);
    events.addFirst(event);
    return Change.of(new OrderMutation.PaymentStatusChange(status), events);
  }

  static Event updated(OrderTransaction tx, Order order) {
    return OrderEvents.of(tx.context(), tx.now(), OrderEvents.UPDATED, order);
  }

  /** Event of the payment, if the operation was requested for it. */
  static List<Event> ofPayment(OrderTransaction tx, PaymentOperation operation, String type) {
    if (operation.isOfPayment()) {
      return List.of(PaymentEvents.of(tx.request(), type, operation.payment().id()));
    }
    return List.of();
  }
}
