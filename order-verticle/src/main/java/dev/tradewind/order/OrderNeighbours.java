package dev.tradewind.order;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.resource.DocumentView;
import dev.tradewind.model.catalog.CatalogClient;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Renders orders with the relations that are not in their rows: one question for all orders of a
 * page to each neighbour whose things are wanted.
 */
final class OrderNeighbours {

  private final Pool pool;
  private final CatalogClient catalog;

  OrderNeighbours(Pool pool, OperationBus bus) {
    this.pool = pool;
    this.catalog = new CatalogClient(bus);
  }

  /** The wanted parts of the orders, in their order. */
  Future<List<JsonObject>> render(
      CallContext context, List<Order> orders, DocumentView.Selected wanted) {
    List<JsonObject> whole = orders.stream().map(OrderView::whole).toList();
    if (wanted.shows(OrderParts.RETURNABLE_ITEMS)) {
      whole.forEach(
          order -> order.put(OrderParts.RETURNABLE_ITEMS, OrderView.returnableItems(order)));
    }
    List<Future<Void>> additions = new ArrayList<>();
    if (wanted.shows(OrderParts.PRODUCT)) {
      additions.add(addProducts(context, whole));
    }
    return Future.all(additions).map(added -> whole.stream().map(wanted::apply).toList());
  }

  Future<JsonObject> render(CallContext context, Order order, DocumentView.Selected wanted) {
    return render(context, List.of(order), wanted).map(List::getFirst);
  }

  /** A variant that is deleted by now has no product to show. */
  private Future<Void> addProducts(CallContext context, List<JsonObject> orders) {
    List<JsonObject> items =
        orders.stream()
            .flatMap(order -> order.getJsonArray("items").stream())
            .map(JsonObject.class::cast)
            .filter(item -> item.getJsonObject("variant") != null)
            .toList();
    List<String> ids = items.stream().map(item -> item.getString("variant_id")).distinct().toList();
    if (ids.isEmpty()) {
      return Future.succeededFuture();
    }
    return catalog
        .findVariants(context, ids)
        .map(found -> {
          Map<String, JsonObject> products =
              found.stream()
                  .filter(variant -> variant.getJsonObject("product") != null)
                  .collect(
                      Collectors.toMap(
                          variant -> variant.getString("id"),
                          variant -> Objects.requireNonNull(variant.getJsonObject("product")),
                          (one, same) -> one));
          items.forEach(item ->
              item.getJsonObject("variant")
                  .put("product", products.get(item.getString("variant_id"))));
          return null;
        });
  }
}
