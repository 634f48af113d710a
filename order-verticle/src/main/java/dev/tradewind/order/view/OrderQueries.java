package dev.tradewind.order.view;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.ListDefinition;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.PageQueue;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderResource;
import dev.tradewind.order.store.OrderPartStore;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Queries of orders by customers and staff. */
public final class OrderQueries {

  private final ResourceReader reader;
  private final OrderStore store;
  private final SqlClient db;
  private final OrderRelationLoader relations;
  private final OrderAccess access;
  private final PageQueue pages;

  public OrderQueries(
      SqlClient db,
      OrderStore store,
      OperationClient bus,
      OrderRelationLoader relations,
      Clock clock) {
    this.store = store;
    this.reader = new ResourceReader(db);
    this.db = db;
    this.relations = relations;
    this.access = new OrderAccess(bus);
    this.pages = new PageQueue(clock);
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("storeGetOrder", this::getForShopper)
        .on("storeGetOrderCart", this::getByCart)
        .on("adminGetOrder", this::getForStaff)
        .on("adminListOrders", this::list);
    internal.on(OrderOperation.LIST_ORDERS_OF_CUSTOMER, this::listOfCustomer);
  }

  /** The id of a guest's order is sufficient to read it. */
  private Future<Reply> getForShopper(Request request) {
    Selection selected = OrderViews.STOREFRONT.select(request.query());
    String id = request.path("id");
    return store
        .findById(db, id)
        .compose(found -> access.visible(request.context(), found))
        .compose(found ->
            show(request, found, selected, "Order with id: %s was not found".formatted(id)));
  }

  private Future<Reply> getByCart(Request request) {
    Selection selected = OrderViews.STOREFRONT.select(request.query());
    String cartId = request.path("cart_id");
    return store
        .findByCart(db, cartId)
        .compose(found -> access.visible(request.context(), found))
        .compose(found ->
            show(
                request,
                found,
                selected,
                "Order with cart_id: %s was not found".formatted(cartId)));
  }

  private Future<Reply> getForStaff(Request request) {
    return showToStaff(request, request.path("id"), OrderViews.ofOne(request.query()));
  }

  /** One order, as every action of staff returns it. */
  public Future<Reply> showToStaff(Request request, String id) {
    return showToStaff(request, id, OrderViews.ADMIN.selectForWrite(request.query()));
  }

  private Future<Reply> showToStaff(Request request, String id, Selection selected) {
    return store
        .findById(db, id)
        .compose(found ->
            show(request, found, selected, "Order with id: %s was not found".formatted(id)));
  }

  Future<Reply> show(Request request, Optional<Order> found, Selection selected, String absent) {
    return found
        .map(order ->
            relations
                .render(request.context(), order, selected)
                .map(document -> Reply.ok("order", document)))
        .orElseGet(() -> Future.failedFuture(Problem.notFound(absent)));
  }

  private Future<Reply> list(Request request) {
    Selection selected = OrderViews.ofList(request.query());
    return page(
        request.context(),
        OrderResource.ADMIN_LISTING,
        request.query(),
        selected,
        conditions -> {});
  }

  /** The customer verticle has authenticated the customer. */
  private Future<Reply> listOfCustomer(Request request) {
    String customerId = Objects.requireNonNull(request.input().getString("customer_id"));
    JsonObject query = request.input().getJsonObject("query");
    Selection selected = OrderViews.STOREFRONT.select(query);
    return page(
        request.context(),
        OrderResource.CUSTOMER_LISTING,
        query,
        selected,
        conditions -> conditions.add("t.customer_id = {}", customerId));
  }

  private Future<Reply> page(
      CallContext context,
      ListDefinition listing,
      JsonObject query,
      Selection selected,
      Consumer<WhereClause> always) {
    // Fields are selected from the rendered document, not from the row.
    JsonObject rows = query.copy();
    rows.remove("expand");
    rows.remove("fields");
    return pages.run(
        context,
        listing.limit(query),
        () ->
            reader
                .list(listing, rows, always)
                .compose(page -> OrderPartStore.attachToPage(db, page.rows()).map(page))
                .compose(page -> {
                  List<Order> orders = page.rows().stream().map(OrderStore::order).toList();
                  return relations
                      .render(context, orders, selected)
                      .map(document -> page.showing(document).reply("orders"));
                }));
  }
}
