package dev.tradewind.order.admin;

import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentDetails;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentPurpose;
import dev.tradewind.order.payment.RefundHooks;
import dev.tradewind.order.payment.RefundPlan;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;

/**
 * Refund of captured payments. The amount is reserved before the provider is called, so that the
 * refunds never exceed the payments; the same idempotency key refunds once.
 */
public final class RefundOrder {

  private static final String PATH = "adminRefundOrder";

  private final OrderUnitOfWork work;
  private final PaymentOperationRunner payments;
  private final RefundHooks hooks;
  private final OrderQueries queries;
  private final Clock clock;

  public RefundOrder(
      OrderUnitOfWork work,
      PaymentOperationRunner payments,
      RefundHooks hooks,
      OrderQueries queries,
      Clock clock) {
    this.hooks = hooks;
    this.work = work;
    this.payments = payments;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on(PATH, this::refund);
  }

  private Future<Reply> refund(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    OrderRequest change = OrderRequest.once(request, PATH, id, clock);
    PaymentDetails details = details(request.body(), change.requireKey());
    long amount = request.body().getLong("amount");
    return hooks
        .require(
            request,
            id,
            amount,
            RefundReason.of(request.body().getString("reason")),
            request.body().getString("note"),
            change.requireKey())
        .compose(permitted ->
            work.change(
                change,
                GiftCardStore::lock,
                (tx, cards) ->
                    payments
                        .findOfOrder(tx.db(), id)
                        .map(recorded ->
                            decide(change, tx.order(), recorded, cards, details, amount))))
        .recover(failure ->
            Future.failedFuture(
                Problem.is(failure, Problem.Kind.NOT_FOUND)
                    ? Problem.notFound("Order with id: %s was not found".formatted(id))
                    : failure))
        .compose(operations ->
            payments.runAll(
                request.context(), operations.stream().filter(PaymentOperation::isOpen).toList()))
        .compose(done -> queries.showToStaff(request, id));
  }

  static Change<List<PaymentOperation>> decide(
      OrderRequest request,
      Order order,
      List<PaymentOperation> recorded,
      GiftCardStore.Balances cards,
      PaymentDetails details,
      long amount) {
    IdempotencyKey key = request.requireKey();
    List<PaymentOperation> repeated = PaymentOperation.refundsUnder(key, recorded);
    if (!repeated.isEmpty()) {
      return Change.none().with(repeated);
    }
    if (order.isCanceled()) {
      throw Problem.notAllowed("A canceled order cannot be refunded");
    }
    RefundPlan plan = new RefundPlan(order, recorded, cards.of(order));
    List<PaymentOperation> operations = plan.refund(amount, details, key.key());
    return Change.ofOperations(
            List.of(
                new PaymentOperationRunner.Recording(PATH, operations),
                new GiftCardStore.Withdrawal(
                    operations.getFirst().requireRefundId(),
                    false,
                    plan.taking(List.of(), amount))))
        .with(operations);
  }

  static PaymentDetails details(JsonObject body, IdempotencyKey key) {
    if (body.getLong("amount") < 1) {
      throw Problem.invalidData("amount must not be less than 1");
    }
    PaymentDetails details =
        PaymentDetails.of(RefundReason.require(body.getString("reason")), PaymentPurpose.ORDER)
            .withNote(body.getString("note"))
            .requestedUnder(key);
    Boolean noNotification = body.getBoolean("no_notification");
    return noNotification == null ? details : details.withNoNotification(noNotification);
  }
}
