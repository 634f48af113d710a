package dev.tradewind.order.payment;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.providers.hook.HookAudit;
import dev.tradewind.providers.hook.Hooks;
import dev.tradewind.spi.hook.HookPoint;
import dev.tradewind.spi.hook.RefundQuestion;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Permission of amounts that staff chooses to refund, wherever an operation takes one: for the
 * order, a payment, a return or a claim. Asked before anything is locked or recorded, as a refund
 * that a provider may have made already cannot be refused any more.
 */
public final class RefundHooks {

  private final Pool pool;
  private final OrderUnitOfWork work;
  private final PaymentOperationStore store = new PaymentOperationStore();
  private final Hooks hooks;
  private final Clock clock;

  public RefundHooks(Pool pool, OrderUnitOfWork work, Hooks hooks, Clock clock) {
    this.pool = pool;
    this.work = work;
    this.hooks = hooks;
    this.clock = clock;
  }

  /**
   * Requires the permission of hooks.
   *
   * @param amount absent: the shop computes it, and no hook is asked
   * @param key under which the refund may have been recorded before, and is not asked about again
   * @return fails with a 400 that has the sentence of the hook
   */
  public Future<Void> require(
      Request request,
      String orderId,
      @Nullable Long amount,
      RefundReason reason,
      @Nullable String note,
      @Nullable IdempotencyKey key) {
    if (amount == null) {
      return Future.succeededFuture();
    }
    if (!hooks.areAsked(HookPoint.REFUND)) {
      return Future.succeededFuture();
    }
    return Future.all(work.read(orderId), store.findOfOrder(pool, orderId))
        .compose(both -> {
          Order order = both.resultAt(0);
          List<PaymentOperation> recorded = both.resultAt(1);
          if (key != null && !PaymentOperation.refundsUnder(key, recorded).isEmpty()) {
            return Future.succeededFuture();
          }
          RefundQuestion question =
              new RefundQuestion(
                  orderId,
                  order.currencyCode(),
                  amount,
                  reason.wireName(),
                  note,
                  request.principal().id());
          return ask(request.context(), question);
        });
  }

  private Future<Void> ask(CallContext context, RefundQuestion question) {
    return hooks
        .permit(
            HookPoint.REFUND,
            context,
            () -> question,
            decisions ->
                HookAudit.append(
                    pool, context, Timestamps.now(clock), question.orderId(), decisions))
        .mapEmpty();
  }
}
