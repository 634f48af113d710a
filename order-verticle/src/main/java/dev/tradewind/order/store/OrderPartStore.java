package dev.tradewind.order.store;

import dev.tradewind.kernel.database.PortionedQuery;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.resource.PageBudget;
import dev.tradewind.order.aftersale.ReturnReasonResource;
import dev.tradewind.order.line.LineProgress;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.lang.invoke.MethodHandles;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collector;

/**
 * Store of the parts of orders: payments, refunds, fulfillments, returns, edits, swaps, claims and
 * the progress of line items. The parts of any number of orders are one statement, or columns of
 * the statement that reads the order.
 */
public final class OrderPartStore {

  /** All parts of the order {@code o} of a statement. */
  static final String ALL =
      """
      (
        SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
        FROM payment AS p
        WHERE p.order_id = o.id
      ) AS payments,
      (
        SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.created_at, r.id), '[]')
        FROM refund AS r
        WHERE r.order_id = o.id
      ) AS refunds,
      (
        SELECT coalesce(
          jsonb_agg(
            to_jsonb(f) || jsonb_build_object(
              'items', (
                SELECT coalesce(jsonb_agg(to_jsonb(item) ORDER BY item.item_id), '[]')
                FROM fulfillment_item AS item
                WHERE item.fulfillment_id = f.id
              ),
              'tracking_links', (
                SELECT coalesce(jsonb_agg(to_jsonb(link) ORDER BY link.created_at, link.id), '[]')
                FROM tracking_link AS link
                WHERE link.fulfillment_id = f.id
              ))
            ORDER BY f.created_at, f.id),
          '[]')
        FROM fulfillment AS f
        WHERE f.order_id = o.id
          AND f.accepted_at IS NOT NULL
      ) AS fulfillments,
      (
        SELECT coalesce(
          jsonb_agg(
            to_jsonb(r) || jsonb_build_object(
              'items', (
                SELECT coalesce(
                  jsonb_agg(
                    to_jsonb(item) || jsonb_build_object('reason', (
                      SELECT %s
                      FROM return_reason AS reason
                      WHERE reason.id = item.reason_id
                        AND reason.deleted_at IS NULL
                    ))
                    ORDER BY item.item_id),
                  '[]')
                FROM return_item AS item
                WHERE item.return_id = r.id
              ))
            ORDER BY r.created_at, r.id),
          '[]')
        FROM "return" AS r
        WHERE r.order_id = o.id
      ) AS returns,
      (
        SELECT coalesce(
          jsonb_agg(to_jsonb(e) - 'content' - 'replaced' ORDER BY e.created_at, e.id), '[]')
        FROM order_edit AS e
        WHERE e.order_id = o.id
      ) AS edits,
      %s,
      %s,
      (
        SELECT coalesce(jsonb_agg(to_jsonb(progress)), '[]')
        FROM line_progress AS progress
        WHERE progress.order_id = o.id
      ) AS progress
      """
          .formatted(
              ReturnReasonResource.REASON.jsonObject("reason"),
              SwapStore.OF_ORDER,
              ClaimStore.OF_ORDER);

  private static final String FIND =
      """
      SELECT o.id,
      %s
      FROM unnest($1::text[]) AS o (id)
      """
          .formatted(ALL);

  private static final List<String> COLUMNS =
      List.of(
          "payments", "refunds", "fulfillments", "returns", "edits", "swaps", "claims", "progress");

  private static final String FIND_ORDERS_OF_LINES =
      """
      SELECT line.item_id, placed.canceled_at IS NOT NULL
      FROM order_line AS line
      JOIN "order" AS placed ON placed.id = line.order_id
      WHERE line.item_id = ANY ($1)
      """;

  private static final RecordCodec<LineProgress> PROGRESS =
      RecordCodec.of(MethodHandles.lookup(), LineProgress.class);

  private OrderPartStore() {}

  /** Orders of line items, as far as they exist: whether the order is canceled, by line item. */
  public static Future<Map<String, Boolean>> findOrdersOfLines(SqlClient db, List<String> lineIds) {
    return db.preparedQuery(FIND_ORDERS_OF_LINES)
        .execute(Tuple.of(lineIds.toArray(String[]::new)))
        .map(rows -> {
          Map<String, Boolean> canceled = new HashMap<>();
          rows.forEach(row -> canceled.put(row.getString(0), row.getBoolean(1)));
          return canceled;
        });
  }

  /** Adds the parts to these rows of orders. */
  public static Future<List<JsonObject>> attach(SqlClient db, List<JsonObject> orders) {
    return attach(db, orders, parts -> {});
  }

  /**
   * Adds the parts to the rows of a page, within a budget of their own: with one statement, or one
   * for each portion of a long page.
   */
  public static Future<List<JsonObject>> attachToPage(SqlClient db, List<JsonObject> orders) {
    PageBudget budget = new PageBudget();
    Future<?> attached = Future.succeededFuture();
    for (int from = 0; from < orders.size(); from += PortionedQuery.MAX_WHOLE) {
      int to = Math.min(from + PortionedQuery.MAX_WHOLE, orders.size());
      List<JsonObject> portion = orders.subList(from, to);
      attached = attached.compose(done -> attach(db, portion, budget::add));
    }
    return attached.map(orders);
  }

  private static Future<List<JsonObject>> attach(
      SqlClient db, List<JsonObject> orders, Consumer<JsonArray> counted) {
    if (orders.isEmpty()) {
      return Future.succeededFuture(orders);
    }
    Map<String, JsonObject> byId = new HashMap<>();
    orders.forEach(order -> byId.put(order.getString("id"), order));
    // The parts of each order are counted when they arrive; a failure drops those that follow.
    Collector<Row, ?, Map<String, JsonObject>> attached =
        Collector.of(
            () -> byId,
            (current, row) -> {
              JsonObject order = Objects.requireNonNull(current.get(row.getString("id")));
              for (String column : COLUMNS) {
                JsonArray parts = row.getJsonArray(column);
                counted.accept(parts);
                order.put(column, parts);
              }
            },
            (one, other) -> one);
    return db.preparedQuery(FIND)
        .collecting(attached)
        .execute(Tuple.of((Object) byId.keySet().toArray(String[]::new)))
        .map(orders);
  }

  /** Progress by the id of the line item. */
  static Map<String, LineProgress> progress(JsonArray rows) {
    Map<String, LineProgress> progress = new HashMap<>();
    JsonArrays.objects(rows)
        .forEach(row -> progress.put(row.getString("item_id"), PROGRESS.read(row)));
    return progress;
  }
}
