package dev.tradewind.order.payment;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.providercall.CallHandler;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.spi.payment.PaymentProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * Refund of a payment, or of a part of it. A refund of an order may have operations at several
 * payments; it exists once the outcomes of all operations are known.
 */
final class RefundPayment implements CallHandler<PaymentOperation, JsonObject> {

  private final SqlClient db;
  private final OrderUnitOfWork work;
  private final PaymentCalls calls;
  private final RefundEffects effects;

  RefundPayment(
      SqlClient db, OrderUnitOfWork work, PaymentOperationStore store, PaymentCalls calls) {
    this.db = db;
    this.work = work;
    this.calls = calls;
    this.effects = new RefundEffects(work, store);
  }

  @Override
  public Future<JsonObject> call(CallContext context, PaymentOperation operation) {
    return calls.ask(context, operation, PaymentProvider::refund);
  }

  @Override
  public Future<List<PaymentOperation>> accepted(
      CallContext context, PaymentOperation operation, JsonObject data) {
    return calls
        .record(
            context,
            operation,
            PaymentOperation.State.DONE,
            tx -> effects.refunded(tx, operation, data))
        .map(List.of());
  }

  /**
   * Gift cards are locked first, since a refusal may restore their balances. A claim of which
   * nothing was refunded is withdrawn, and its stock is released before the order is locked;
   * operations that were refused before stay refused, so that the decision holds under the lock.
   */
  @Override
  public Future<List<PaymentOperation>> refused(
      CallContext context, PaymentOperation operation, Throwable refusal) {
    PaymentCalls.logRefusal(operation, refusal);
    return (ClaimRefunds.isOf(operation)
            ? effects.isLast(db, operation)
            : Future.succeededFuture(false))
        .compose(isWithdrawn ->
            work.change(
                calls.request(context, operation),
                tx ->
                    GiftCardStore.lock(tx)
                        .compose(cards -> {
                          if (isWithdrawn) {
                            return ClaimRefunds.releaseStock(tx, operation);
                          }
                          return Future.<Void>succeededFuture();
                        }),
                (tx, released) ->
                    calls.once(
                        tx,
                        operation,
                        PaymentOperation.State.REFUSED,
                        first -> effects.refused(tx, operation, isWithdrawn))))
        .compose(recorded -> Future.failedFuture(refusal));
  }
}
