package dev.tradewind.order.view;

import dev.tradewind.api.cart.CartClient;
import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.resource.read.DocumentView;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.store.DraftOrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Batch loader of the relations of orders that are not in their rows: one request per verticle for
 * all orders of a page.
 */
final class OrderRelationLoader {

  private final SqlClient db;
  private final DraftOrderStore drafts = new DraftOrderStore();
  private final CatalogClient catalog;
  private final CartClient carts;

  OrderRelationLoader(SqlClient db, OperationClient bus) {
    this.db = db;
    this.catalog = new CatalogClient(bus);
    this.carts = new CartClient(bus);
  }

  /** Selected fields and relations of the orders, in the same order. */
  Future<List<JsonObject>> render(
      CallContext context, List<Order> orders, DocumentView.Selected selected) {
    List<JsonObject> whole = orders.stream().map(OrderView::whole).toList();
    if (selected.shows(OrderViews.RETURNABLE_ITEMS)) {
      whole.forEach(
          order -> order.put(OrderViews.RETURNABLE_ITEMS, OrderView.returnableItems(order)));
    }
    List<Future<Void>> additions = new ArrayList<>();
    if (selected.shows(OrderViews.PRODUCT)) {
      additions.add(addProducts(context, whole));
    }
    if (selected.shows(OrderViews.DRAFT_ORDER)) {
      additions.add(addDrafts(whole));
    }
    if (selected.shows(OrderViews.CART)) {
      additions.add(addCarts(context, whole));
    }
    return Future.all(additions).map(added -> whole.stream().map(selected::apply).toList());
  }

  Future<JsonObject> render(CallContext context, Order order, DocumentView.Selected selected) {
    return render(context, List.of(order), selected).map(List::getFirst);
  }

  private Future<Void> addDrafts(List<JsonObject> orders) {
    Set<String> ids = values(orders, "draft_order_id");
    return ids.isEmpty()
        ? Future.succeededFuture()
        : drafts
            .findAll(db, ids)
            .map(found ->
                attach(
                    orders,
                    "draft_order_id",
                    OrderViews.DRAFT_ORDER,
                    found.stream().map(DraftOrderView::own).toList()));
  }

  private Future<Void> addCarts(CallContext context, List<JsonObject> orders) {
    return carts
        .findCarts(context, values(orders, "cart_id"))
        .map(found -> attach(orders, "cart_id", OrderViews.CART, found));
  }

  private static Set<String> values(List<JsonObject> orders, String column) {
    return orders.stream()
        .map(order -> order.getString(column))
        .filter(Objects::nonNull)
        .collect(Collectors.toSet());
  }

  private static @Nullable Void attach(
      List<JsonObject> orders, String column, String relation, List<JsonObject> found) {
    Map<String, JsonObject> byId =
        found.stream().collect(Collectors.toMap(row -> row.getString("id"), Function.identity()));
    orders.forEach(order -> order.put(relation, byId.get(String.valueOf(order.getString(column)))));
    return null;
  }

  /** Adds products; the product of a deleted variant is missing. */
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
          // Tag ids are for discount conditions and not shown.
          products.values().forEach(product -> product.remove("tag_ids"));
          for (JsonObject item : items) {
            JsonObject product = products.get(item.getString("variant_id"));
            if (product != null) {
              item.getJsonObject("variant").put("product", product);
            }
          }
          return null;
        });
  }
}
