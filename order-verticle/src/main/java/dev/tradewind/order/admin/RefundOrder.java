package dev.tradewind.order.admin;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.idempotency.IdempotencyKey;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.model.RefundReason;
import dev.tradewind.order.payment.PaymentOperation;
import dev.tradewind.order.payment.PaymentOperationRunner;
import dev.tradewind.order.payment.PaymentOperationStore;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives captured money back to the shopper. The amount is reserved before the provider is asked, so
 * that all refunds together are never more than what was paid; the same key gives it back once.
 */
public final class RefundOrder {

  private static final Ids IDS = Ids.of("ref");

  private final LockedOrders orders;
  private final PaymentOperationStore workStore;
  private final PaymentOperationRunner runner;
  private final OrderQueries readOrders;
  private final Clock clock;

  public RefundOrder(
      LockedOrders orders,
      PaymentOperationStore workStore,
      PaymentOperationRunner runner,
      OrderQueries readOrders,
      Clock clock) {
    this.orders = orders;
    this.workStore = workStore;
    this.runner = runner;
    this.readOrders = readOrders;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminRefundOrder", this::refund);
  }

  private Future<Reply> refund(Request request) {
    OrderViews.ADMIN.select(request.query());
    String id = request.path("id");
    IdempotencyKey key = IdempotencyKey.of(request, "adminRefundOrder", id);
    JsonObject details = details(request.body(), key);
    long amount = request.body().getLong("amount");
    return orders
        .locked(
            id,
            (db, order) ->
                workStore
                    .findOfOrder(db, id)
                    .compose(begun -> {
                      List<PaymentOperation> same = of(key, begun);
                      if (!same.isEmpty()) {
                        return Future.succeededFuture(same);
                      }
                      List<PaymentOperation> wanted =
                          wanted(order, begun, amount, details, key.key());
                      return workStore.insert(db, wanted, Timestamps.now(clock)).map(wanted);
                    }))
        .compose(wanted ->
            runner.settleAll(
                request.context(), wanted.stream().filter(work -> !work.done()).toList()))
        .compose(done -> readOrders.showToStaff(request, id));
  }

  private static JsonObject details(JsonObject body, IdempotencyKey key) {
    if (body.getLong("amount") <= 0) {
      throw new Problem.InvalidData("amount must be a positive number").toException();
    }
    String reason = body.getString("reason");
    if (RefundReason.find(reason).isEmpty()) {
      throw new Problem.InvalidData(
              "reason must be one of the following values: " + RefundReason.wireNames())
          .toException();
    }
    JsonObject details =
        new JsonObject()
            .put("reason", reason)
            .put("note", body.getString("note"))
            .put("request_hash", key.requestHash());
    if (body.getBoolean("no_notification") != null) {
      details.put("no_notification", body.getBoolean("no_notification"));
    }
    return details;
  }

  /** What an earlier request with the same key has begun. */
  private static List<PaymentOperation> of(IdempotencyKey key, List<PaymentOperation> begun) {
    List<PaymentOperation> same =
        begun.stream().filter(work -> key.key().equals(work.idempotencyKey())).toList();
    if (same.stream()
        .anyMatch(work -> !key.requestHash().equals(work.details().getString("request_hash")))) {
      throw new Problem.Duplicate(
              "The Idempotency-Key was used before for a request with another body.")
          .toException();
    }
    return same;
  }

  /** The payments give back in their order, each no more than what is left of it. */
  static List<PaymentOperation> wanted(
      Order order, List<PaymentOperation> begun, long amount, JsonObject details, String key) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A canceled order cannot be refunded").toException();
    }
    List<Payment> captured = order.livePayments().stream().filter(Payment::isCaptured).toList();
    if (captured.isEmpty()) {
      throw new Problem.NotAllowed("Only captured payments can be refunded").toException();
    }
    List<PaymentOperation> wanted = new ArrayList<>();
    long left = amount;
    for (Payment payment : captured) {
      long reserved =
          begun.stream()
              .filter(work -> work.kind() == PaymentOperation.Kind.REFUND && !work.done())
              .filter(work -> work.payment().id().equals(payment.id()))
              .mapToLong(PaymentOperation::amount)
              .sum();
      long part = Math.min(left, payment.refundableAmount() - reserved);
      if (part > 0) {
        left -= part;
        wanted.add(
            new PaymentOperation(
                IDS.next(),
                order.id(),
                PaymentOperation.Kind.REFUND,
                part,
                details,
                key,
                false,
                PaymentOperation.Paid.of(payment)));
      }
    }
    if (left > 0) {
      throw new Problem.NotAllowed("Cannot refund more than the original order amount")
          .toException();
    }
    return wanted;
  }
}
