package dev.tradewind.order.edit;

import dev.tradewind.api.graph.OrderGraph;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.View;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.aftersale.OrderEditStatus;
import dev.tradewind.order.collection.PaymentCollections;
import dev.tradewind.order.line.LineProgress;
import dev.tradewind.order.line.OrderLine;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderAmounts;
import dev.tradewind.order.store.OrderLineView;
import dev.tradewind.order.store.OrderStore;
import dev.tradewind.order.view.OrderEditView;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Responses with order edits: their totals are computed from the order as it is. */
final class OrderEditViews {

  private static final String[] RELATIONS = {
    "changes.line_item.variant",
    "changes.original_line_item.variant",
    "items.variant",
    "items.adjustments",
    "items.tax_lines",
    "payment_collection"
  };

  static final View ADMIN = View.of(OrderGraph.EDIT, RELATIONS);

  static final View STOREFRONT =
      View.of(OrderGraph.EDIT, RELATIONS)
          .hiding(OrderEditView.FOR_STAFF.toArray(String[]::new))
          .forStorefront();

  private final Pool pool;
  private final OperationClient bus;
  private final OrderStore orders;

  OrderEditViews(Pool pool, OperationClient bus, OrderStore orders) {
    this.pool = pool;
    this.bus = bus;
    this.orders = orders;
  }

  /** The edit as it is now, as staff sees it. */
  Future<Reply> showToStaff(Request request, String id) {
    return show(request, id, ADMIN.select(request.query()));
  }

  Future<Reply> show(Request request, String id, Selection selected) {
    return OrderEdits.require(pool, id)
        .compose(edit -> render(request.context(), List.of(edit), selected))
        .map(document -> Reply.ok("order_edit", document.getFirst()));
  }

  Future<List<JsonObject>> render(CallContext context, List<StoredEdit> edits, Selection selected) {
    List<String> orderIds = edits.stream().map(StoredEdit::orderId).distinct().toList();
    List<String> collectionIds =
        edits.stream()
            .map(edit -> edit.own().paymentCollectionId())
            .filter(Objects::nonNull)
            .toList();
    Future<List<Order>> found = orders.findByIds(pool, orderIds);
    Future<Map<String, JsonObject>> collections =
        selected.relations().containsKey("payment_collection")
            ? PaymentCollections.views(pool, collectionIds)
            : Future.succeededFuture(Map.of());
    return Future.all(found, collections)
        .compose(both -> {
          Map<String, Order> byId =
              found.result().stream().collect(Collectors.toMap(Order::id, Function.identity()));
          return new ResourceReader(pool)
              .withRemote(bus, context)
              .documents(
                  selected,
                  edits.stream()
                      .map(edit ->
                          whole(edit, Objects.requireNonNull(byId.get(edit.orderId())))
                              .put("payment_collection", collectionOf(edit, collections.result())))
                      .toList());
        });
  }

  private static @Nullable JsonObject collectionOf(
      StoredEdit edit, Map<String, JsonObject> collections) {
    String id = edit.own().paymentCollectionId();
    return id == null ? null : collections.get(id);
  }

  private static JsonObject whole(StoredEdit edit, Order order) {
    OrderEditContent content = edit.content();
    OrderAmounts amounts = content.amounts(order.snapshot());
    boolean isConfirmed = edit.own().status() == OrderEditStatus.CONFIRMED;
    OrderLineView view = new OrderLineView(isConfirmed ? order.id() : null, null);
    JsonArray items = new JsonArray();
    content.lines().forEach(line -> items.add(view.render(withProgress(line, order))));
    JsonArray changes = new JsonArray();
    content
        .changes()
        .forEach(change ->
            changes.add(
                change.view(
                    edit.id(),
                    content
                        .line(change.lineId())
                        .map(line ->
                            view.own(withProgress(line, order))
                                .put("variant", line.details().variant()))
                        .orElse(null))));
    return OrderEditView.own(edit.own(), true)
        .put("subtotal", amounts.subtotal())
        .put("discount_total", amounts.discountTotal())
        .put("shipping_total", amounts.shippingTotal())
        .put("tax_total", amounts.taxTotal())
        .put("gift_card_total", amounts.giftCardTotal())
        .put("gift_card_tax_total", amounts.giftCardTaxTotal())
        .put("total", amounts.total())
        .put("difference_due", content.differenceDue(order))
        .put("changes", changes)
        .put("items", items);
  }

  /** A line has the progress of its line of the order, under its own id once it is confirmed. */
  private static OrderLine withProgress(OrderLine line, Order order) {
    LineProgress progress =
        order.snapshot().lines().stream()
            .filter(other ->
                other.id().equals(line.id()) || other.id().equals(line.details().originalItemId()))
            .findFirst()
            .map(OrderLine::progress)
            .orElse(LineProgress.NONE);
    return line.withProgress(progress);
  }
}
