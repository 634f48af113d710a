package dev.tradewind.order.returns;

import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.aftersale.Return;
import dev.tradewind.order.aftersale.ReturnStatus;
import dev.tradewind.order.change.Change;
import dev.tradewind.order.change.OrderRequest;
import dev.tradewind.order.change.OrderUnitOfWork;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderEvents;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderQueries;
import dev.tradewind.order.view.OrderView;
import dev.tradewind.order.view.ReturnView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** List of returns, and their cancellation, at most once. */
public final class ReturnService {

  private final Pool pool;
  private final OrderStore store;
  private final ResourceReader reader;
  private final OrderUnitOfWork work;
  private final OrderQueries queries;
  private final Clock clock;

  public ReturnService(
      Pool pool, OrderStore store, OrderUnitOfWork work, OrderQueries queries, Clock clock) {
    this.pool = pool;
    this.store = store;
    this.reader = new ResourceReader(pool);
    this.work = work;
    this.queries = queries;
    this.clock = clock;
  }

  public void bind(Operations operations) {
    operations.on("adminListReturns", this::list).on("adminCancelReturn", this::cancel);
  }

  private Future<Reply> list(Request request) {
    return reader
        .list(ReturnResource.LISTING, request.query())
        .compose(page -> attachOrders(page.rows()).map(done -> page.reply("returns")));
  }

  /** Adds the orders of returns; the return of a swap is shown without its order. */
  private Future<Void> attachOrders(List<JsonObject> returns) {
    List<String> ids =
        returns.stream().map(returned -> returned.getString("order_id")).distinct().toList();
    return store
        .findByIds(pool, ids)
        .map(found -> {
          Map<String, Order> orders =
              found.stream().collect(Collectors.toMap(Order::id, Function.identity()));
          for (JsonObject returned : returns) {
            boolean isOfSwap = returned.getString("swap_id") != null;
            Order order = orders.get(returned.getString("order_id"));
            returned
                .put("order", isOfSwap || order == null ? null : OrderView.own(order))
                .put(
                    "swap",
                    order == null ? null : ReturnView.swapOf(order, returned.getString("swap_id")));
            if (isOfSwap) {
              returned.putNull("order_id");
            }
          }
          return null;
        });
  }

  private Future<Reply> cancel(Request request) {
    String id = request.path("id");
    return ReturnStore.findOrder(pool, id)
        .map(found -> found.orElseThrow(() -> ReceiveReturn.notFound(id)))
        .compose(orderId ->
            work.change(
                    OrderRequest.of(request.context(), orderId, clock),
                    tx -> Future.succeededFuture(cancel(tx.request(), tx.order(), id)))
                .compose(done -> queries.showToStaff(request, orderId)));
  }

  static Change<Void> cancel(OrderRequest request, Order order, String id) {
    Return returned = ReceiveReturn.find(order, id);
    if (returned.isCanceled()) {
      return Change.none();
    }
    if (!returned.status().canBecome(ReturnStatus.CANCELED)) {
      throw Problem.notAllowed("Can't cancel a return which has been returned");
    }
    return Change.ofParts(
        List.of(tx -> ReturnStore.cancel(tx.db(), id, tx.now())),
        List.of(
            OrderEvents.of(
                request.context(),
                request.now(),
                OrderEvents.RETURN_CANCELED,
                order.id(),
                returned.noNotification(),
                new JsonObject().put("return_id", id))));
  }
}
