package dev.tradewind.order.view;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.GiftCardCharge;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.model.OrderSnapshot;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.totals.CalculationTrace;
import dev.tradewind.totals.OrderTotals;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;

/** Explanation of an order's totals, from its line items and gift card charges. */
public final class ExplainOrderTotals {

  private final Pool pool;
  private final OrderStore store;

  public ExplainOrderTotals(Pool pool, OrderStore store) {
    this.pool = pool;
    this.store = store;
  }

  public void bind(Operations operations) {
    operations.on("adminExplainOrderTotals", this::explain);
  }

  private Future<Reply> explain(Request request) {
    String id = request.path("id");
    return store
        .findById(pool, id)
        .map(found ->
            found.orElseThrow(() -> Problem.notFound("Order with id: " + id + " was not found")))
        .map(order -> Reply.ok("totals_explanation", explanation(order)));
  }

  private static JsonObject explanation(Order order) {
    OrderSnapshot snapshot = order.snapshot();
    CalculationTrace trace = CalculationTrace.recording();
    OrderTotals totals =
        OrderTotals.of(
            snapshot.totalsInput(),
            snapshot.giftCardCharges().stream().map(GiftCardCharge::transaction).toList(),
            order.paidTotal(),
            order.refundedTotal(),
            trace);
    return new JsonObject()
        .put("order_id", order.id())
        .put("currency_code", order.currencyCode())
        .put(
            "totals",
            OrderAmounts.CODEC
                .write(OrderAmounts.of(totals))
                .put("refunded_total", totals.refundedTotal())
                .put("paid_total", totals.paidTotal())
                .put("refundable_amount", totals.refundableAmount()))
        .put("steps", trace.toJson());
  }
}
