package dev.tradewind.order.view;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.read.RelatedRows;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.Payment;
import dev.tradewind.order.store.DraftOrderStore;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.store.SwapStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;

/** Internal operations on orders, for other verticles. */
public final class OrderService {

  private final Pool pool;
  private final OrderStore store;
  private final OrderRelationLoader relations;
  private final DraftOrderStore drafts;

  public OrderService(
      Pool pool, OrderStore store, DraftOrderStore drafts, OrderRelationLoader relations) {
    this.pool = pool;
    this.store = store;
    this.drafts = drafts;
    this.relations = relations;
  }

  public void bind(Operations internal, OperationClient bus) {
    new RelatedRows(pool, bus)
        .documents(
            OrderGraph.ORDER,
            (reach, ids) ->
                store
                    .findByIds(pool, ids)
                    .compose(orders -> relations.whole(reach.context(), orders)))
        .documents(
            OrderGraph.DRAFT_ORDER,
            (reach, ids) ->
                drafts
                    .findAll(pool, ids)
                    .map(found -> found.stream().map(DraftOrderView::own).toList()))
        .documents(
            OrderGraph.PAYMENT,
            (reach, ids) ->
                store
                    .findPayments(pool, ids)
                    .map(found -> found.stream().map(Payment::view).toList()))
        .documents(
            OrderGraph.SWAP,
            (reach, ids) -> store.findBySwaps(pool, ids).map(orders -> swaps(orders, ids)))
        .documents(
            OrderGraph.CLAIM,
            (reach, ids) -> store.findByClaims(pool, ids).map(orders -> claims(orders, ids)))
        .bind(internal, OrderOperation.FIND_RELATED);
    internal
        .on(OrderOperation.FIND_COMPLETION, this::findCompletion)
        .on(OrderOperation.FIND_ORDERS_OF_CUSTOMERS, this::findOrdersOfCustomers);
  }

  private static List<JsonObject> swaps(List<Order> orders, List<String> ids) {
    return orders.stream()
        .flatMap(order ->
            order.swaps().stream()
                .filter(swap -> ids.contains(swap.id()))
                .map(swap -> SwapView.render(order, swap)))
        .toList();
  }

  private static List<JsonObject> claims(List<Order> orders, List<String> ids) {
    return orders.stream()
        .flatMap(order ->
            order.claims().stream()
                .filter(claim -> ids.contains(claim.id()))
                .map(claim -> ClaimView.render(order, claim)))
        .toList();
  }

  private Future<Reply> findCompletion(Request request) {
    String cartId = request.input().getString("cart_id");
    return store
        .findByCart(pool, cartId)
        .compose(found ->
            found.isPresent()
                ? relations.repeatedCompletion(
                    request.context(),
                    found.orElseThrow(),
                    OrderViews.STOREFRONT.selectForWrite(request.input().getJsonObject("query")))
                : findConfirmation(cartId));
  }

  /** The swap that the completion of the cart confirmed. */
  private Future<Reply> findConfirmation(String cartId) {
    return SwapStore.findByCart(pool, cartId)
        .compose(found -> {
          SwapStore.Key key =
              found.orElseThrow(
                  () -> Problem.notFound("Order with cart id " + cartId + " was not found"));
          return store
              .findById(pool, key.orderId())
              .map(order ->
                  Reply.ok(
                      SwapView.completion(
                          order.flatMap(each -> each.findSwap(key.id())).orElseThrow())));
        });
  }

  /** The orders with their own fields and the wanted relations, as far as they embed these. */
  private Future<Reply> findOrdersOfCustomers(Request request) {
    List<String> customerIds = JsonArrays.strings(request.input().getJsonArray("customer_ids"));
    List<String> requested = JsonArrays.strings(request.input().getJsonArray("relations"));
    Integer most = request.input().getInteger("most");
    Future<JsonObject> counts =
        most == null
            ? Future.succeededFuture(new JsonObject())
            : store.countByCustomers(pool, customerIds);
    Future<List<JsonObject>> orders =
        store
            .findByCustomers(pool, customerIds, most)
            .compose(found -> relations.whole(request.context(), found));
    return Future.all(orders, counts)
        .map(both ->
            Reply.ok(
                new JsonObject()
                    .put(
                        "orders",
                        new JsonArray(
                            orders.result().stream().map(order -> part(order, requested)).toList()))
                    .put("counts", counts.result())));
  }

  private static JsonObject part(JsonObject order, List<String> relations) {
    JsonObject part = new JsonObject();
    order.forEach(member -> {
      String name = member.getKey();
      if (OrderGraph.ORDER.relation(name).isEmpty() || relations.contains(name)) {
        part.put(name, member.getValue());
      }
    });
    return part;
  }
}
