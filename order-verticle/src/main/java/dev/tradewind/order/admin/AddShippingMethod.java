package dev.tradewind.order.admin;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.model.OrderMutation;
import dev.tradewind.order.pricing.ShippingMethodQuotes;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderViews;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.util.List;

/**
 * Addition of a shipping method to an order by staff, in place of the one of the same profile. It
 * is taxed like a shipping method of a cart; the totals of the order follow, its payments do not.
 */
public final class AddShippingMethod {

  private final OrderUnitOfWork work;
  private final ShippingMethodQuotes methods;
  private final OrderQueries queries;
  private final Clock clock;

  public AddShippingMethod(
      OrderUnitOfWork work, ShippingMethodQuotes methods, OrderQueries queries, Clock clock) {
    this.work = work;
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
      throw Problem.invalidData("price must not be less than 0");
    }
    OrderRequest change = OrderRequest.of(request.context(), id, clock);
    return work.read(id)
        .compose(order -> {
          requireNotCanceled(order);
          return methods.quote(
              change.context(),
              order,
              List.of(
                  new ShippingMethodQuotes.Choice(
                      body.getString("option_id"), price, body.getJsonObject("data"))));
        })
        .map(List::getFirst)
        .compose(priced ->
            work.decide(
                change,
                order -> {
                  requireNotCanceled(order);
                  return Change.of(
                      new OrderMutation.ShippingMethodChange(
                          order
                              .snapshot()
                              .withShippingMethod(
                                  priced.details(), priced.taxable(), change.now())),
                      List.of(
                          OrderEvents.of(
                              change.context(), change.now(), OrderEvents.UPDATED, order)));
                }))
        .compose(done -> queries.showToStaff(request, id));
  }

  private static void requireNotCanceled(Order order) {
    if (order.isCanceled()) {
      throw Problem.notAllowed("A shipping method cannot be added to a canceled order");
    }
  }
}
