package dev.tradewind.order.view;

import dev.tradewind.kernel.operation.OperationClient;
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
import java.util.Optional;

/** Explanation of an order's totals, from its line items and gift card charges. */
public final class ExplainOrderTotals {

  private final Pool pool;
  private final OrderStore store;
  private final OrderAccess access;

  public ExplainOrderTotals(Pool pool, OrderStore store, OperationClient bus) {
    this.pool = pool;
    this.store = store;
    this.access = new OrderAccess(bus);
  }

  public void bind(Operations operations) {
    operations
        .on("storeExplainOrderTotals", this::explainToShopper)
        .on("adminExplainOrderTotals", this::explainToStaff);
  }

  private Future<Reply> explainToShopper(Request request) {
    String id = request.path("id");
    return store
        .findById(pool, id)
        .compose(found -> access.visible(request.context(), found))
        .map(found -> explained(id, found));
  }

  private Future<Reply> explainToStaff(Request request) {
    String id = request.path("id");
    return store.findById(pool, id).map(found -> explained(id, found));
  }

  private static Reply explained(String id, Optional<Order> found) {
    return found
        .map(order -> Reply.ok("totals_explanation", explanation(order)))
        .orElseThrow(() -> Problem.notFound("Order with id: " + id + " was not found"));
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
