package dev.tradewind.order.view;

import dev.tradewind.api.order.OrderOperation;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.resource.Selection;
import dev.tradewind.kernel.resource.query.WhereClause;
import dev.tradewind.kernel.resource.read.ResourceReader;
import dev.tradewind.order.model.Order;
import dev.tradewind.order.model.OrderResource;
import dev.tradewind.order.store.OrderFieldStore;
import dev.tradewind.order.store.OrderPartStore;
import dev.tradewind.order.store.OrderStore;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Pages of an export of orders, each after the last order of the one before, so that orders placed
 * meanwhile shift none.
 */
public final class OrderExportPages {

  private static final Selection WHOLE = Selection.of(OrderResource.ORDER);

  /** Sort keys, by name; the id makes each of them total. */
  private static final Map<String, String> SORT =
      Map.of("created_at", "t.created_at", "display_id", "t.display_id");

  private final ResourceReader reader;
  private final SqlClient db;
  private final OrderRelationLoader relations;

  public OrderExportPages(SqlClient db, OrderRelationLoader relations) {
    this.reader = new ResourceReader(db);
    this.db = db;
    this.relations = relations;
  }

  public void bind(Operations internal) {
    internal.on(OrderOperation.EXPORT_ORDERS, this::page);
  }

  private Future<Reply> page(Request request) {
    JsonObject input = request.input();
    int limit = input.getInteger("limit");
    WhereClause conditions = OrderResource.ADMIN_LISTING.conditions(filters(input));
    if (limit == 0) {
      return shape(input);
    }
    String field = input.getJsonObject("order").fieldNames().iterator().next();
    boolean isDescending = "DESC".equals(input.getJsonObject("order").getString(field));
    String column = Objects.requireNonNull(SORT.get(field), field);
    @Nullable JsonObject after = input.getJsonObject("after");
    if (after != null) {
      conditions.add(
          "(%1$s, t.id) %2$s (SELECT %1$s, t.id FROM \"order\" AS t WHERE t.id = {})"
              .formatted(column, isDescending ? "<" : ">"),
          after.getString("id"));
    }
    String direction = isDescending ? " DESC" : " ASC";
    return reader
        .select(
            WHOLE,
            conditions,
            "%s%s, t.id%s LIMIT %s OFFSET %s"
                .formatted(column, direction, direction, limit, input.getInteger("skip")))
        .compose(rows -> OrderPartStore.attach(db, rows).map(rows))
        .compose(rows -> rendered(request, rows, limit));
  }

  private Future<Reply> shape(JsonObject input) {
    return OrderFieldStore.list(db)
        .compose(fields ->
            reader
                .list(OrderResource.ADMIN_LISTING, filters(input).put("limit", 0))
                .map(page ->
                    Reply.ok(new JsonObject().put("count", page.count()).put("fields", fields))));
  }

  private static JsonObject filters(JsonObject input) {
    return input.getJsonObject("filters").copy();
  }

  private Future<Reply> rendered(Request request, List<JsonObject> rows, int limit) {
    String expand = String.join(",", JsonArrays.strings(request.input().getJsonArray("relations")));
    Selection selected = OrderViews.ADMIN.select(new JsonObject().put("expand", expand)).whole();
    List<Order> orders = rows.stream().map(OrderStore::order).toList();
    String last = rows.isEmpty() ? null : rows.getLast().getString("id");
    boolean hasFields = request.input().getBoolean("has_fields", false);
    return relations
        .render(request.context(), orders, selected)
        .compose(documents ->
            hasFields ? OrderFieldStore.attach(db, documents) : Future.succeededFuture(documents))
        .map(document ->
            Reply.ok(
                new JsonObject()
                    .put("orders", new JsonArray(document))
                    .put("after", rows.size() < limit ? null : new JsonObject().put("id", last))));
  }
}
