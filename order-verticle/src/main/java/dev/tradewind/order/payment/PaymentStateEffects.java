package dev.tradewind.order.payment;

import static java.util.stream.Collectors.toMap;

import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderTransaction;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentBuilder;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.spi.payment.PaymentState;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Effects of the state of a payment at its provider: each fact that the shop does not know has its
 * effect once, as an operation that is done. Refunds that were {@linkplain MovedRefunds moved in}
 * are known.
 */
final class PaymentStateEffects {

  /** Path of the operations in the audit log. */
  private static final String PATH = "paymentNotice";

  private final OrderUnitOfWork work;
  private final PaymentOperationStore store;
  private final CaptureEffects captures;
  private final RefundEffects refunds;

  PaymentStateEffects(OrderUnitOfWork work, PaymentOperationStore store) {
    this.work = work;
    this.store = store;
    this.captures = new CaptureEffects(work, store);
    this.refunds = new RefundEffects(work, store);
  }

  /** Effects of the facts that the shop does not know. */
  Future<Change<Void>> settle(OrderTransaction tx, String paymentId, PaymentState state) {
    return Future.all(
            PaymentStore.find(tx.db(), paymentId), store.findOfOrder(tx.db(), tx.orderId()))
        .compose(both -> {
          Payment payment = both.<Optional<PaymentStore.Found>>resultAt(0).orElseThrow().payment();
          List<PaymentOperation> recorded = both.resultAt(1);
          return moved(tx, payment, recorded, state)
              .compose(moved -> inSequence(tx, effects(payment, recorded, moved, state)));
        });
  }

  private List<PaymentCalls.Effect<Void>> effects(
      Payment payment, List<PaymentOperation> recorded, MovedRefunds moved, PaymentState state) {
    List<PaymentCalls.Effect<Void>> effects = new ArrayList<>();
    whole(payment, state).ifPresent(effects::add);
    for (PaymentState.Refund refund : state.refunds()) {
      refund(payment, recorded, moved, refund, state.data()).ifPresent(effects::add);
    }
    if (!state.disputes().isEmpty()) {
      effects.add(each -> disputed(each, payment, state));
    }
    return effects;
  }

  private static Future<MovedRefunds> moved(
      OrderTransaction tx, Payment payment, List<PaymentOperation> recorded, PaymentState state) {
    long amount = MovedRefunds.amount(payment, recorded);
    if (amount == 0) {
      return Future.succeededFuture(MovedRefunds.NONE);
    }
    return PaymentStore.findMovedRefunds(tx.db(), tx.orderId())
        .map(rows ->
            MovedRefunds.of(
                amount,
                rows,
                state.refunds().stream().filter(refund -> refund.idempotencyKey() == null).toList(),
                recorded.stream().collect(toMap(PaymentOperation::id, PaymentOperation::amount))));
  }

  /** Id of the operation of a refund. */
  static String operationOf(PaymentState.Refund refund) {
    String key = refund.idempotencyKey();
    return key == null ? "ref_" + refund.id() : key;
  }

  /** Writes the effects one after the other, each on the order as the one before left it. */
  private Future<Change<Void>> inSequence(
      OrderTransaction tx, List<PaymentCalls.Effect<Void>> effects) {
    Future<Void> written = Future.succeededFuture();
    for (PaymentCalls.Effect<Void> effect : effects) {
      written =
          written
              .compose(done -> work.renewed(tx))
              .compose(now -> effect.in(now).compose(change -> work.write(now, change)));
    }
    return written.map(Change.none());
  }

  /** Capture or cancellation that the shop does not know. */
  private Optional<PaymentCalls.Effect<Void>> whole(Payment payment, PaymentState state) {
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
                      operation -> captures.captured(tx, operation, state.data()))));
    }
    if (state.status() == PaymentState.Status.CANCELED) {
      return Optional.of(tx ->
          begun(
              tx,
              PaymentOperation.whole(PaymentOperation.Kind.CANCEL, payment, tx.orderId()),
              operation -> VoidPayment.writeVoided(tx, operation, state.data())));
    }
    return Optional.empty();
  }

  private static long captured(Payment payment, PaymentState state) {
    Long told = state.capturedAmount();
    if (told != null) {
      return told;
    }
    return state.status() == PaymentState.Status.CAPTURED ? payment.amount() : 0;
  }

  /** Refund that began at the provider, or one that has failed there. */
  private Optional<PaymentCalls.Effect<Void>> refund(
      Payment payment,
      List<PaymentOperation> recorded,
      MovedRefunds moved,
      PaymentState.Refund refund,
      JsonObject data) {
    String id = operationOf(refund);
    Optional<PaymentOperation> known =
        recorded.stream().filter(each -> each.id().equals(id)).findFirst();
    String failure = refund.failure();
    if (failure != null) {
      if (known.isPresent()) {
        return known.map(operation -> tx -> failed(tx, operation, data, failure));
      }
      return failedMoved(payment, moved, refund, data, failure);
    }
    long amount = refund.amount() - moved.booked(refund);
    if (refund.idempotencyKey() == null && known.isEmpty() && amount > 0) {
      return Optional.of(tx ->
          begun(
              tx,
              foreign(tx, payment, id, refund, amount),
              operation -> refunds.refunded(tx, operation, data)));
    }
    return Optional.empty();
  }

  /** Failure of a moved refund, which counts no more: it becomes an operation that has failed. */
  private Optional<PaymentCalls.Effect<Void>> failedMoved(
      Payment payment,
      MovedRefunds moved,
      PaymentState.Refund refund,
      JsonObject data,
      String failure) {
    String row = moved.rowOf(refund);
    long amount = moved.booked(refund);
    if (row == null || amount == 0) {
      return Optional.empty();
    }
    return Optional.of(tx ->
        begun(
            tx,
            foreignBuilder(tx, payment, operationOf(refund), refund, amount).refundId(row).build(),
            operation -> failed(tx, operation, data, failure)));
  }

  private static PaymentOperation foreign(
      OrderTransaction tx, Payment payment, String id, PaymentState.Refund refund, long amount) {
    return foreignBuilder(tx, payment, id, refund, amount).build();
  }

  private static PaymentOperationBuilder foreignBuilder(
      OrderTransaction tx, Payment payment, String id, PaymentState.Refund refund, long amount) {
    PaymentDetails details =
        PaymentDetails.of(RefundReason.OTHER, PaymentPurpose.ORDER)
            .withNote("Refund %s of %s".formatted(refund.id(), payment.providerId()))
            .ofPayment(payment.id());
    return PaymentOperation.refund(id, payment, tx.orderId(), amount, details);
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
        .compose(isFirst -> {
          if (isFirst) {
            return refunds.failed(tx, operation, data, reason);
          }
          return Future.succeededFuture(Change.none());
        });
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
