package dev.tradewind.order.admin;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.store.LockedOrders;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/**
 * Addition of a shipping method to an order by staff, in place of the one of the same profile. It
 * is taxed like those of a cart; the totals of the order follow, its payments do not.
 */
public final class AddShippingMethod {

  private final Pool pool;
  private final LockedOrders orders;
  private final ShippingMethodQuotes methods;
  private final OrderQueries queries;
  private final Clock clock;

  public AddShippingMethod(
      Pool pool,
      LockedOrders orders,
      ShippingMethodQuotes methods,
      OrderQueries queries,
      Clock clock) {
    this.pool = pool;
    this.orders = orders;
    this.methods = methods;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminCreateOrderShippingMethod", this::add);
  }

  private Future<Reply> add(Request request) {
    OrderViews.ofAction(request.query());
    String id = request.path("id");
    JsonObject body = request.body();
    long price = body.getLong("price");
    if (price < 0) {
      throw new Problem.InvalidData("price must not be less than 0").toException();
    }
    CallContext context = request.context();
    return orders
        .read(pool, id)
        .compose(order -> {
          requireNotCanceled(order);
          return methods.quote(
              context,
              order,
              List.of(
                  new ShippingMethodQuotes.Choice(
                      body.getString("option_id"), price, body.getJsonObject("data"))));
        })
        .map(List::getFirst)
        .compose(priced ->
            orders.locked(
                id,
                (db, order) -> {
                  requireNotCanceled(order);
                  Instant now = Timestamps.now(clock);
                  return orders.write(
                      db,
                      order,
                      new OrderMutation.ShippingMethodChange(
                          order
                              .snapshot()
                              .withShippingMethod(priced.details(), priced.taxable(), now)),
                      now,
                      List.of(OrderEvents.of(context, now, OrderEvents.UPDATED, order)));
                }))
        .compose(done -> queries.showToStaff(request, id));
  }

  private static void requireNotCanceled(Order order) {
    if (order.isCanceled()) {
      throw new Problem.NotAllowed("A shipping method cannot be added to a canceled order")
          .toException();
    }
  }
}
