package dev.tradewind.order.payment;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.Refund;
import dev.tradewind.order.model.RefundReason;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/**
 * Operations of staff on single payments. Captures and refunds are payment operations: each has its
 * effect once, and the payment status of the order follows the payments of the sale alone.
 */
public final class PaymentService {

  /** Commands show the other columns too. */
  private static final View VIEW =
      View.of(OrderGraph.PAYMENT).showingWhenNamed("created_at", "updated_at", "idempotency_key");

  private static final String CAPTURE = "adminCapturePayment";
  private static final String REFUND = "adminRefundPayment";

  private final Pool pool;
  private final OperationClient bus;
  private final OrderUnitOfWork work;
  private final PaymentOperationRunner operations;
  private final RefundHooks hooks;
  private final Clock clock;

  public PaymentService(
      Pool pool,
      OperationClient bus,
      OrderUnitOfWork work,
      PaymentOperationRunner operations,
      RefundHooks hooks,
      Clock clock) {
    this.hooks = hooks;
    this.pool = pool;
    this.bus = bus;
    this.work = work;
    this.operations = operations;
    this.clock = clock;
  }

  public void bind(Operations handlers) {
    handlers.on("adminGetPayment", this::get).on(CAPTURE, this::capture).on(REFUND, this::refund);
  }

  private Future<Reply> get(Request request) {
    Selection selected = VIEW.select(request.query());
    return require(pool, request.path("id"))
        .compose(found ->
            new ResourceReader(pool)
                .withRemote(bus, request.context())
                .documents(selected, List.of(found.payment().view())))
        .map(document -> Reply.ok("payment", document.getFirst()));
  }

  private Future<Reply> capture(Request request) {
    String id = request.path("id");
    return require(pool, id)
        .compose(found ->
            work.change(
                OrderRequest.of(request.context(), found.orderId(), clock),
                tx ->
                    Future.all(require(tx.db(), id), operations.findOfOrder(tx.db(), tx.orderId()))
                        .map(both -> {
                          PaymentStore.Found current = both.resultAt(0);
                          return capture(tx.orderId(), current.payment(), both.resultAt(1));
                        })))
        .compose(captures -> operations.runAll(request.context(), captures))
        .compose(done -> require(pool, id))
        .map(found -> Reply.ok("payment", found.payment().view()));
  }

  private Change<List<PaymentOperation>> capture(
      String orderId, Payment payment, List<PaymentOperation> recorded) {
    if (payment.isCanceled()) {
      throw Problem.notAllowed("Payment " + payment.id() + " is canceled");
    }
    if (payment.isCaptured()) {
      return Change.none().with(List.of());
    }
    if (recorded.stream().anyMatch(operation -> isBeingCanceled(operation, payment.id()))) {
      throw Problem.conflict();
    }
    List<PaymentOperation> captures =
        List.of(
            PaymentOperation.whole(
                PaymentOperation.Kind.CAPTURE, payment, orderId, PaymentDetails.NONE.ofPayment()));
    return Change.ofOperations(List.of(new PaymentOperationRunner.Recording(CAPTURE, captures)))
        .with(captures);
  }

  private static boolean isBeingCanceled(PaymentOperation operation, String paymentId) {
    return operation.kind() == PaymentOperation.Kind.CANCEL
        && operation.isOpen()
        && operation.payment().id().equals(paymentId);
  }

  /** Refunds once per key; the amount is reserved before the provider is called. */
  private Future<Reply> refund(Request request) {
    String id = request.path("id");
    long amount = request.body().getLong("amount");
    if (amount < 1) {
      throw Problem.invalidData("amount must not be less than 1");
    }
    RefundReason reason = RefundReason.require(request.body().getString("reason"));
    return require(pool, id)
        .compose(found -> {
          OrderRequest change = once(request, found.orderId());
          PaymentDetails details =
              PaymentDetails.of(reason, PaymentPurpose.ORDER)
                  .withNote(request.body().getString("note"))
                  .ofPayment(id)
                  .requestedUnder(change.requireKey());
          return hooks
              .require(
                  request,
                  found.orderId(),
                  amount,
                  reason,
                  request.body().getString("note"),
                  change.requireKey())
              .compose(permitted ->
                  work.change(
                      change,
                      GiftCardStore::lock,
                      (tx, cards) ->
                          Future.all(
                                  require(tx.db(), id),
                                  operations.findOfOrder(tx.db(), tx.orderId()))
                              .map(both -> {
                                PaymentStore.Found current = both.resultAt(0);
                                List<PaymentOperation> recorded = both.resultAt(1);
                                return refund(
                                    change.requireKey(),
                                    current.payment(),
                                    new RefundPlan(tx.order(), recorded, cards.of(tx.order())),
                                    recorded,
                                    amount,
                                    details);
                              })));
        })
        .compose(operation ->
            (operation.isOpen()
                    ? operations.runAll(request.context(), List.of(operation))
                    : Future.<Void>succeededFuture())
                .compose(done -> PaymentStore.findRefund(pool, operation.id())))
        .map(refund ->
            Reply.ok("refund", Refund.CODEC.write(refund.orElseThrow(() -> refused(id)))));
  }

  /** Request whose key has the payment as its scope. */
  private OrderRequest once(Request request, String orderId) {
    return new OrderRequest(
        request.context(),
        orderId,
        Timestamps.now(clock),
        IdempotencyKey.of(request, REFUND, request.path("id")));
  }

  private Change<PaymentOperation> refund(
      IdempotencyKey key,
      Payment payment,
      RefundPlan plan,
      List<PaymentOperation> recorded,
      long amount,
      PaymentDetails details) {
    List<PaymentOperation> ofPayment =
        recorded.stream()
            .filter(operation -> operation.payment().id().equals(payment.id()))
            .toList();
    List<PaymentOperation> repeated = PaymentOperation.refundsUnder(key, ofPayment);
    if (!repeated.isEmpty()) {
      return Change.none().with(repeated.getFirst());
    }
    PaymentOperation refund = plan.refund(payment, amount, details, key.key());
    // The payment of a swap or edit did not buy the cards.
    Map<String, Long> taken = payment.isOfSale() ? plan.taking(List.of(), amount) : Map.of();
    return Change.ofOperations(
            List.of(
                new PaymentOperationRunner.Recording(REFUND, List.of(refund)),
                new GiftCardStore.Withdrawal(refund.requireRefundId(), false, taken)))
        .with(refund);
  }

  private static RuntimeException refused(String id) {
    return Problem.notAllowed("Failed to refund Payment " + id);
  }

  private static Future<PaymentStore.Found> require(SqlClient db, String id) {
    return PaymentStore.find(db, id)
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("Payment with id " + id + " was not found")));
  }
}
