package dev.tradewind.order.payment;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;

/**
 * Settlement of a payment as its provider has it: captures, refunds and cancellations that began
 * there, refunds that failed after they were accepted, and disputes. The provider is asked, and
 * each fact that the shop does not know has its effect once, as an operation that is done.
 */
public final class SettlePayment {

  private final SqlClient db;
  private final OrderUnitOfWork work;
  private final PaymentCalls calls;
  private final PaymentReferences references;
  private final SessionAuthorization sessions;
  private final PaymentStateEffects effects;
  private final Clock clock;

  /** Authorization of the session of a payment collection that was paid at its provider. */
  @FunctionalInterface
  public interface SessionAuthorization {
    /** {@code SETTLED} if the collection has a session of that reference, authorized now. */
    Future<SettledPayment> authorizePaid(
        CallContext context, String collectionId, String reference);
  }

  public SettlePayment(
      SqlClient db,
      OrderUnitOfWork work,
      PaymentOperationStore store,
      PaymentCalls calls,
      ProviderRegistry<PaymentProvider> providers,
      SessionAuthorization sessions,
      Clock clock) {
    this.db = db;
    this.work = work;
    this.calls = calls;
    this.references = new PaymentReferences(providers);
    this.sessions = sessions;
    this.effects = new PaymentStateEffects(work, store);
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.SETTLE_PAYMENT, this::settle);
  }

  private Future<Reply> settle(Request request) {
    String resourceId = request.input().getString("resource_id");
    String reference = request.input().getString("reference");
    return settleKnown(request.context(), resourceId, reference)
        .compose(known -> {
          if (known == SettledPayment.SETTLED) {
            return Future.succeededFuture(known);
          }
          return sessions
              .authorizePaid(request.context(), resourceId, reference)
              .compose(paid -> {
                if (paid == SettledPayment.SETTLED) {
                  return settleKnown(request.context(), resourceId, reference);
                }
                return Future.succeededFuture(paid);
              });
        })
        .map(outcome -> Reply.ok(new JsonObject().put("outcome", outcome.label())));
  }

  private Future<SettledPayment> settleKnown(
      CallContext context, String resourceId, String reference) {
    return PaymentStore.findOfResource(db, resourceId)
        .compose(all ->
            all.stream()
                .filter(each ->
                    references
                        .of(each.payment().providerId(), each.payment().data())
                        .equals(reference))
                .findFirst()
                .map(found -> settle(context, found).map(SettledPayment.SETTLED))
                .orElseGet(() -> Future.succeededFuture(SettledPayment.UNKNOWN)));
  }

  private Future<Void> settle(CallContext context, PaymentStore.Found found) {
    PaymentOperation question =
        PaymentOperation.whole(PaymentOperation.Kind.CAPTURE, found.payment(), found.orderId());
    return calls
        .ask(context, question, PaymentProvider::findPayment)
        .onSuccess(state -> SettlementFailpoint.STATE_FOUND.hit())
        .compose(state ->
            work.change(
                OrderRequest.of(context, found.orderId(), clock),
                GiftCardStore::lock,
                (tx, cards) -> effects.settle(tx, found.payment().id(), state)))
        .onSuccess(settled -> SettlementFailpoint.SETTLED.hit());
  }
}
