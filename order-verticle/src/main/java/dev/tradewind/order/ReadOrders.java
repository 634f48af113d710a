package dev.tradewind.order;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Conditions;
import dev.tradewind.kernel.resource.DocumentView;
import dev.tradewind.kernel.resource.Listing;
import dev.tradewind.kernel.resource.ResourceReader;
import dev.tradewind.model.order.OrderOperation;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/** Shows orders to those who placed them and to staff. */
public final class ReadOrders {

  private final ResourceReader reader;
  private final OrderStore store = new OrderStore();
  private final SqlClient db;
  private final OrderNeighbours neighbours;

  public ReadOrders(SqlClient db, OperationBus bus) {
    this.reader = new ResourceReader(db);
    this.db = db;
    this.neighbours = new OrderNeighbours(db, bus);
  }

  public void bind(Operations operations, Operations internal) {
    operations
        .on("storeGetOrder", this::getForShopper)
        .on("storeGetOrderCart", this::getByCart)
        .on("storeListOrders", this::lookUp)
        .on("adminGetOrder", this::getForStaff)
        .on("adminListOrders", this::list);
    internal.on(OrderOperation.LIST_ORDERS_OF_CUSTOMER, this::listOfCustomer);
  }

  /** Whoever knows the id of an order may read it, as in the reference. */
  private Future<Reply> getForShopper(Request request) {
    DocumentView.Selected wanted = OrderParts.STOREFRONT.select(request.query());
    String id = request.path("id");
    return store
        .findById(db, id)
        .compose(
            found -> show(request, found, wanted, "Order with id: %s was not found".formatted(id)));
  }

  private Future<Reply> getByCart(Request request) {
    DocumentView.Selected wanted = OrderParts.STOREFRONT.select(request.query());
    String cartId = request.path("cart_id");
    return store
        .findByCart(db, cartId)
        .compose(found ->
            show(request, found, wanted, "Order with cart_id: %s was not found".formatted(cartId)));
  }

  /** A postal code may be given and has no meaning, as in the reference. */
  private Future<Reply> lookUp(Request request) {
    DocumentView.Selected wanted = OrderParts.STOREFRONT.select(request.query());
    Number displayId = Objects.requireNonNull(request.query().getNumber("display_id"));
    String email = Objects.requireNonNull(request.query().getString("email"));
    Future<Optional<Order>> found =
        displayId.doubleValue() == displayId.longValue()
            ? store.lookUp(db, displayId.longValue(), email.strip().toLowerCase(Locale.ROOT))
            : Future.succeededFuture(Optional.empty());
    return found.compose(order -> show(request, order, wanted, "Not Found"));
  }

  private Future<Reply> getForStaff(Request request) {
    String id = request.path("id");
    return showToStaff(request, id);
  }

  /** One order as every operation of staff on it answers. */
  Future<Reply> showToStaff(Request request, String id) {
    DocumentView.Selected wanted = OrderParts.ADMIN.select(request.query());
    return store
        .findById(db, id)
        .compose(
            found -> show(request, found, wanted, "Order with id: %s was not found".formatted(id)));
  }

  private Future<Reply> show(
      Request request, Optional<Order> found, DocumentView.Selected wanted, String absent) {
    return found
        .map(order ->
            neighbours
                .render(request.context(), order, wanted)
                .map(shown -> Reply.ok("order", shown)))
        .orElseGet(() -> Future.failedFuture(new Problem.NotFound(absent).toException()));
  }

  private Future<Reply> list(Request request) {
    DocumentView.Selected wanted = OrderParts.ADMIN_LIST.select(request.query());
    return page(
        request.context(), OrderTable.ADMIN_LISTING, request.query(), wanted, conditions -> {});
  }

  /** The customer verticle has made sure who asks. */
  private Future<Reply> listOfCustomer(Request request) {
    String customerId = Objects.requireNonNull(request.input().getString("customer_id"));
    JsonObject query = request.input().getJsonObject("query");
    DocumentView.Selected wanted = OrderParts.STOREFRONT.select(query);
    return page(
        request.context(),
        OrderTable.CUSTOMER_LISTING,
        query,
        wanted,
        conditions -> conditions.add("t.customer_id = {}", customerId));
  }

  private Future<Reply> page(
      CallContext context,
      Listing listing,
      JsonObject query,
      DocumentView.Selected wanted,
      Consumer<Conditions> always) {
    // What is shown of an order is decided on the whole document, not on its row.
    JsonObject rows = query.copy();
    rows.remove("expand");
    rows.remove("fields");
    return reader
        .list(listing, rows, always)
        .compose(page -> {
          List<Order> orders = page.rows().stream().map(OrderStore::order).toList();
          return neighbours
              .render(context, orders, wanted)
              .map(shown ->
                  Reply.ok(
                      new JsonObject()
                          .put("orders", new JsonArray(shown))
                          .put("count", page.count())
                          .put("offset", page.offset())
                          .put("limit", page.limit())));
        });
  }
}
