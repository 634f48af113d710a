package dev.tradewind.order;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The SQL of orders and payments. */
final class OrderStore {

  private static final String NEXT_DISPLAY_ID = "SELECT nextval('order_display_id')";

  private static final String PLACE =
      "SELECT place_order(" + "$1, $2::text::json, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

  /** One statement: the order with its payments. */
  private static final String FIND =
      """
      SELECT o.*,
        (
          SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
          FROM payment AS p
          WHERE p.order_id = o.id
        ) AS payments
      FROM "order" AS o
      WHERE %s = $1
      """;

  private static final String FIND_BY_ID = FIND.formatted("o.id");
  private static final String FIND_BY_CART = FIND.formatted("o.cart_id");

  private static final String FIND_BY_CUSTOMERS =
      """
      SELECT o.*, '[]'::jsonb AS payments
      FROM "order" AS o
      WHERE o.customer_id = ANY ($1)
      ORDER BY o.created_at DESC, o.id DESC
      """;

  private static final String FIND_BY_IDS =
      """
      SELECT o.*, '[]'::jsonb AS payments
      FROM "order" AS o
      WHERE o.id = ANY ($1)
      """;

  /** The order's own fields in the order in which answers show them. */
  private static final List<String> COLUMNS =
      List.of(
          "id",
          "created_at",
          "updated_at",
          "status",
          "fulfillment_status",
          "payment_status",
          "display_id",
          "cart_id",
          "customer_id",
          "email",
          "region_id",
          "currency_code",
          "tax_rate",
          "draft_order_id",
          "canceled_at",
          "metadata",
          "no_notification",
          "idempotency_key",
          "external_id",
          "sales_channel_id");

  private static final String FIND_PAYMENTS =
      """
      SELECT to_jsonb(payment) AS payment
      FROM payment
      WHERE id = ANY ($1)
      ORDER BY created_at, id
      """;

  /** As answers show them. */
  Future<List<JsonObject>> findPayments(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_PAYMENTS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(row -> PaymentView.of(row.getJsonObject("payment")))
                .toList());
  }

  Future<Long> nextDisplayId(SqlClient db) {
    return db.preparedQuery(NEXT_DISPLAY_ID)
        .execute()
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /** Fails with an SQLSTATE of its own where the order cannot be placed; see the migrations. */
  Future<Void> place(SqlClient db, Tuple parameters) {
    return db.preparedQuery(PLACE).execute(parameters).mapEmpty();
  }

  Future<Optional<Order>> findById(SqlClient db, String id) {
    return find(db, FIND_BY_ID, id);
  }

  Future<Optional<Order>> findByCart(SqlClient db, String cartId) {
    return find(db, FIND_BY_CART, cartId);
  }

  /** Without their payments; the latest first. */
  Future<List<Order>> findByCustomers(SqlClient db, List<String> customerIds) {
    return db.preparedQuery(FIND_BY_CUSTOMERS)
        .execute(Tuple.of(customerIds.toArray(String[]::new)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false).map(OrderStore::order).toList());
  }

  /** Without their payments. */
  Future<List<Order>> findByIds(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_BY_IDS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false).map(OrderStore::order).toList());
  }

  private static Future<Optional<Order>> find(SqlClient db, String query, String key) {
    return db.preparedQuery(query)
        .execute(Tuple.of(key))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false).map(OrderStore::order).findFirst());
  }

  private static Order order(Row row) {
    JsonObject columns = new JsonObject();
    for (String name : COLUMNS) {
      columns.put(name, wireValue(row.getValue(name)));
    }
    JsonArray payments = new JsonArray();
    for (Object payment : row.getJsonArray("payments")) {
      payments.add(PaymentView.of((JsonObject) payment));
    }
    return new Order(columns, row.getJsonObject("snapshot"), payments);
  }

  private static Object wireValue(Object value) {
    return value instanceof OffsetDateTime time ? Timestamps.format(time) : value;
  }
}
