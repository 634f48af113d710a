package dev.tradewind.order.payment;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.giftcard.BoughtGiftCards;
import dev.tradewind.order.giftcard.GiftCardStore;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.PaymentView;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.model.RefundView;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.store.OrderPartStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Operations of staff on single payments. Captures and refunds are payment operations: each has its
 * effect once, and the payment status of the order follows those of the sale alone.
 */
public final class PaymentService {

  /** Commands show the other columns too. */
  private static final View VIEW =
      View.of(OrderGraph.PAYMENT).showingWhenNamed("created_at", "updated_at", "idempotency_key");

  private final Pool pool;
  private final OperationClient bus;
  private final LockedOrders orders;
  private final PaymentOperationStore operationStore;
  private final PaymentOperationRunner runner;
  private final Clock clock;

  public PaymentService(
      Pool pool,
      OperationClient bus,
      LockedOrders orders,
      PaymentOperationStore operationStore,
      PaymentOperationRunner runner,
      Clock clock) {
    this.pool = pool;
    this.bus = bus;
    this.orders = orders;
    this.operationStore = operationStore;
    this.runner = runner;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations
        .on("adminGetPayment", this::get)
        .on("adminCapturePayment", this::capture)
        .on("adminRefundPayment", this::refund);
  }

  private Future<Reply> get(Request request) {
    Selection selected = VIEW.select(request.query());
    return require(pool, request.path("id"))
        .compose(found ->
            new ResourceReader(pool)
                .withRemote(bus, request.context())
                .documents(selected, List.of(PaymentView.render(found.payment()))))
        .map(shown -> Reply.ok("payment", shown.getFirst()));
  }

  private Future<Reply> capture(Request request) {
    String id = request.path("id");
    return require(pool, id)
        .compose(found ->
            orders.locked(
                found.orderId(), (db, order) -> beginCapture(request.context(), db, order, id)))
        .compose(operations -> runner.runAll(request.context(), operations))
        .compose(done -> require(pool, id))
        .map(found -> Reply.ok("payment", PaymentView.render(found.payment())));
  }

  private Future<List<PaymentOperation>> beginCapture(
      CallContext context, SqlClient db, Order order, String id) {
    return require(db, id)
        .compose(found -> {
          Payment payment = found.payment();
          if (payment.isCanceled()) {
            throw new Problem.NotAllowed("Payment " + id + " is canceled").toException();
          }
          if (payment.isCaptured()) {
            return Future.succeededFuture(List.of());
          }
          List<PaymentOperation> operations =
              List.of(
                  PaymentOperation.whole(
                      PaymentOperation.Kind.CAPTURE,
                      payment,
                      order.id(),
                      new JsonObject().put(PaymentOperation.OF_PAYMENT, true)));
          return operationStore
              .findOfOrder(db, order.id())
              .compose(begun -> {
                if (begun.stream().anyMatch(operation -> isBeingCanceled(operation, id))) {
                  throw new Problem.Conflict().toException();
                }
                return operationStore
                    .insert(
                        db,
                        context,
                        "adminCapturePayment",
                        order,
                        operations,
                        Timestamps.now(clock))
                    .map(operations);
              });
        });
  }

  private static boolean isBeingCanceled(PaymentOperation operation, String paymentId) {
    return operation.kind() == PaymentOperation.Kind.CANCEL
        && operation.isOpen()
        && operation.payment().id().equals(paymentId);
  }

  /** The amount is reserved before the provider is called; the same key refunds once. */
  private Future<Reply> refund(Request request) {
    String id = request.path("id");
    IdempotencyKey key = IdempotencyKey.of(request, "adminRefundPayment", id);
    long amount = request.body().getLong("amount");
    if (amount < 1) {
      throw new Problem.InvalidData("amount must not be less than 1").toException();
    }
    JsonObject details =
        new JsonObject()
            .put("reason", RefundReason.require(request.body().getString("reason")).wireName())
            .put("note", request.body().getString("note"))
            .put("payment_id", id)
            .put(PaymentOperation.OF_PAYMENT, true)
            .put("request_hash", key.requestHash());
    return require(pool, id)
        .compose(found ->
            Transactions.inTransaction(
                pool,
                db ->
                    GiftCardStore.lock(db, found.orderId())
                        .compose(bought ->
                            orders
                                .lock(db, found.orderId())
                                .compose(order ->
                                    beginRefund(
                                        request.context(),
                                        db,
                                        order,
                                        bought.of(order),
                                        id,
                                        amount,
                                        details,
                                        key)))))
        .compose(operation ->
            (operation.isOpen()
                    ? runner.runAll(request.context(), List.of(operation))
                    : Future.<Void>succeededFuture())
                .compose(done -> PaymentCollectionStore.findRefund(pool, operation.id())))
        .map(refund ->
            Reply.ok(
                "refund",
                RefundView.render(
                    refund.map(OrderPartStore::refund).orElseThrow(() -> refused(id)))));
  }

  private Future<PaymentOperation> beginRefund(
      CallContext context,
      SqlClient db,
      Order order,
      BoughtGiftCards cards,
      String id,
      long amount,
      JsonObject details,
      IdempotencyKey key) {
    return operationStore
        .findOfOrder(db, order.id())
        .compose(begun -> {
          Optional<PaymentOperation> same =
              begun.stream()
                  .filter(PaymentOperation::isRefund)
                  .filter(operation -> operation.payment().id().equals(id))
                  .filter(operation -> key.key().equals(operation.idempotencyKey()))
                  .findFirst();
          if (same.isPresent()) {
            requireSameBody(same.get(), key);
            return Future.succeededFuture(same.get());
          }
          return require(db, id)
              .compose(found -> {
                Payment payment = found.payment();
                Instant now = Timestamps.now(clock);
                RefundPlan plan = new RefundPlan(order, begun, cards);
                PaymentOperation operation = plan.refund(payment, amount, details, key.key());
                // The payment of a swap or edit did not buy the cards.
                Map<String, Long> taken =
                    payment.isOfSale() ? plan.taking(List.of(), amount) : Map.of();
                return operationStore
                    .insert(db, context, "adminRefundPayment", order, List.of(operation), now)
                    .compose(inserted ->
                        GiftCardStore.withdraw(
                            db,
                            context,
                            order.id(),
                            operation.requireRefundId(),
                            false,
                            taken,
                            now))
                    .map(operation);
              });
        });
  }

  private static void requireSameBody(PaymentOperation operation, IdempotencyKey key) {
    if (!key.requestHash().equals(operation.details().getString("request_hash"))) {
      throw new Problem.Duplicate(
              "The Idempotency-Key was used before for a request with another body.")
          .toException();
    }
  }

  private static RuntimeException refused(String id) {
    return new Problem.NotAllowed("Failed to refund Payment " + id).toException();
  }

  private static Future<PaymentCollectionStore.Found> require(SqlClient db, String id) {
    return PaymentCollectionStore.findPayment(db, id)
        .map(found ->
            found.orElseThrow(() ->
                new Problem.NotFound("Payment with id " + id + " was not found").toException()));
  }
}
