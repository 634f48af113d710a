package dev.tradewind.order.payment;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.api.order.SettledPayment;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.providers.PaymentReferences;
import dev.tradewind.providers.ProviderRegistry;
import dev.tradewind.spi.payment.PaymentProvider;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Settlement of a payment as its provider has it: captures, refunds and cancellations that began
 * there, refunds that failed after they were accepted, and disputes. The provider is asked, and
 * each fact that the shop does not know has its effect once, as an operation that is done.
 */
public final class SettlePayment {

  /** Path of the operations in the audit log. */
  private static final String PATH = "paymentNotice";

  private static final String OUTCOME = "outcome";

  private final SqlClient db;
  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final PaymentCalls calls;
  private final PaymentReferences references;
  private final SessionAuthorization sessions;
  private final CapturePayment captures;
  private final RefundPayment refunds;
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
    this.store = store;
    this.calls = calls;
    this.references = new PaymentReferences(providers);
    this.sessions = sessions;
    this.captures = new CapturePayment(work, store, calls);
    this.refunds = new RefundPayment(db, work, store, calls);
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.SETTLE_PAYMENT, this::settle);
  }

  private Future<Reply> settle(Request request) {
    String resourceId = request.input().getString("resource_id");
    String reference = request.input().getString("reference");
    return settleKnown(request.context(), resourceId, reference)
        .compose(known ->
            known == SettledPayment.SETTLED
                ? Future.succeededFuture(known)
                : sessions
                    .authorizePaid(request.context(), resourceId, reference)
                    .compose(paid ->
                        paid == SettledPayment.SETTLED
                            ? settleKnown(request.context(), resourceId, reference)
                            : Future.succeededFuture(paid)))
        .map(outcome -> Reply.ok(new JsonObject().put(OUTCOME, outcome.label())));
  }

  private Future<SettledPayment> settleKnown(
      CallContext context, String resourceId, String reference) {
    return find(resourceId, reference)
        .compose(found ->
            found
                .map(each -> settle(context, each).map(SettledPayment.SETTLED))
                .orElseGet(() -> Future.succeededFuture(SettledPayment.UNKNOWN)));
  }

  private Future<Optional<PaymentStore.Found>> find(String resourceId, String reference) {
    return PaymentStore.findOfResource(db, resourceId)
        .map(all ->
            all.stream()
                .filter(each ->
                    references
                        .of(each.payment().providerId(), each.payment().data())
                        .equals(reference))
                .findFirst());
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
                (tx, cards) -> settle(tx, found.payment().id(), state)))
        .onSuccess(settled -> SettlementFailpoint.SETTLED.hit());
  }

  private Future<Change<Void>> settle(OrderTransaction tx, String paymentId, PaymentState state) {
    return Future.all(
            PaymentStore.find(tx.db(), paymentId), store.findOfOrder(tx.db(), tx.orderId()))
        .compose(both -> {
          Payment payment = both.<Optional<PaymentStore.Found>>resultAt(0).orElseThrow().payment();
          List<PaymentOperation> recorded = both.resultAt(1);
          List<Effect> effects = new ArrayList<>();
          whole(payment, state).ifPresent(effects::add);
          state
              .refunds()
              .forEach(refund ->
                  refund(payment, recorded, refund, state.data()).ifPresent(effects::add));
          if (!state.disputes().isEmpty()) {
            effects.add(each -> disputed(each, payment, state));
          }
          return inSequence(tx, effects);
        });
  }

  /** Effect of a fact that the shop may not know. */
  @FunctionalInterface
  private interface Effect {
    Future<Change<Void>> in(OrderTransaction tx);
  }

  /** Writes the effects one after the other, each on the order as the one before left it. */
  private Future<Change<Void>> inSequence(OrderTransaction tx, List<Effect> effects) {
    Future<Void> written = Future.succeededFuture();
    for (Effect effect : effects) {
      written =
          written
              .compose(done -> work.renewed(tx))
              .compose(now -> effect.in(now).compose(change -> work.write(now, change)));
    }
    return written.map(Change.none());
  }

  /** Capture or cancellation that the shop does not know. */
  private Optional<Effect> whole(Payment payment, PaymentState state) {
    if (payment.isCaptured() || payment.isCanceled()) {
      return Optional.empty();
    }
    long captured = captured(payment, state);
    if (captured > 0) {
      Payment limited =
          PaymentBuilder.builder(payment).amount(Math.min(captured, payment.amount())).build();
      return Optional.of(tx ->
          PaymentStore.limit(tx, payment.id(), captured)
              .compose(done ->
                  begun(
                      tx,
                      PaymentOperation.whole(
                          PaymentOperation.Kind.CAPTURE,
                          limited,
                          tx.orderId(),
                          PaymentDetails.NONE.ofPayment()),
                      operation -> captures.writeCaptured(tx, operation, state.data()))));
    }
    return state.status() == PaymentState.Status.CANCELED
        ? Optional.of(tx ->
            begun(
                tx,
                PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, tx.orderId()),
                operation -> VoidPayment.writeVoided(tx, operation, state.data())))
        : Optional.empty();
  }

  private static long captured(Payment payment, PaymentState state) {
    Long told = state.capturedAmount();
    if (told != null) {
      return told;
    }
    return state.status() == PaymentState.Status.CAPTURED ? payment.amount() : 0;
  }

  /** Refund that began at the provider, or one that has failed there. */
  private Optional<Effect> refund(
      Payment payment,
      List<PaymentOperation> recorded,
      PaymentState.Refund refund,
      JsonObject data) {
    String key = refund.idempotencyKey();
    String id = key == null ? "ref_" + refund.id() : key;
    Optional<PaymentOperation> known =
        recorded.stream().filter(each -> each.id().equals(id)).findFirst();
    String failure = refund.failure();
    if (failure != null) {
      return known.map(operation -> tx -> failed(tx, operation, data, failure));
    }
    return key == null && known.isEmpty()
        ? Optional.of(tx ->
            begun(
                tx,
                foreign(tx, payment, id, refund),
                operation -> refunds.writeRefunded(tx, operation, data)))
        : Optional.empty();
  }

  private static PaymentOperation foreign(
      OrderTransaction tx, Payment payment, String id, PaymentState.Refund refund) {
    return new PaymentOperation(
        id,
        tx.orderId(),
        PaymentOperation.Kind.REFUND,
        id,
        refund.amount(),
        PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER)
            .withNote("Refund %s of %s".formatted(refund.id(), payment.providerId()))
            .ofPayment(payment.id()),
        null,
        PaymentOperation.State.ASKED,
        PaymentOperation.Paid.of(payment));
  }

  /** Records an operation that the provider has done, with its effect, if that is not known yet. */
  private Future<Change<Void>> begun(
      OrderTransaction tx,
      PaymentOperation operation,
      Function<PaymentOperation, Future<Change<Void>>> effect) {
    return PaymentOperationStore.insert(tx, PATH, List.of(operation))
        .compose(inserted -> store.finish(tx, operation, PaymentOperation.State.DONE))
        .compose(
            isFirst -> isFirst ? effect.apply(operation) : Future.succeededFuture(Change.none()));
  }

  private Future<Change<Void>> failed(
      OrderTransaction tx, PaymentOperation operation, JsonObject data, String reason) {
    return store
        .fail(tx, operation)
        .compose(isFirst ->
            isFirst
                ? refunds.writeFailed(tx, operation, data, reason)
                : Future.succeededFuture(Change.none()));
  }

  private static Future<Change<Void>> disputed(
      OrderTransaction tx, Payment payment, PaymentState state) {
    return PaymentStore.dispute(tx, payment.id(), state.data(), state.disputes())
        .map(changed ->
            changed.isEmpty()
                ? Change.none()
                : Change.ofParts(
                    List.of(),
                    List.of(PaymentEvents.of(tx.request(), PaymentEvents.DISPUTED, payment.id()))));
  }
}
