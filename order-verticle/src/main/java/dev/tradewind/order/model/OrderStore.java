package dev.tradewind.order.model;

import dev.tradewind.kernel.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The SQL of orders and payments. */
public final class OrderStore {

  private static final String PLACE =
      "SELECT place_order(" + "$1, $2::text::json, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";

  /** One statement: the order with its payments and refunds. */
  private static final String FIND =
      """
      SELECT o.*,
        (
          SELECT coalesce(jsonb_agg(to_jsonb(p) ORDER BY p.created_at, p.id), '[]')
          FROM payment AS p
          WHERE p.order_id = o.id
        ) AS payments,
        (
          SELECT coalesce(jsonb_agg(to_jsonb(r) ORDER BY r.created_at, r.id), '[]')
          FROM refund AS r
          WHERE r.order_id = o.id
        ) AS refunds
      FROM "order" AS o
      WHERE %s = $1
      """;

  private static final String FIND_BY_ID = FIND.formatted("o.id");
  private static final String FIND_BY_CART = FIND.formatted("o.cart_id");

  /** Two are as good as many: only exactly one is the order looked for. */
  private static final String LOOK_UP =
      FIND.formatted("o.display_id") + "  AND o.email = $2\nLIMIT 2";

  private static final String FIND_BY_IDS =
      """
      SELECT o.*, '[]'::jsonb AS payments, '[]'::jsonb AS refunds
      FROM "order" AS o
      WHERE o.id = ANY ($1)
      """;

  private static final String FIND_BY_CUSTOMERS =
      """
      SELECT o.*, '[]'::jsonb AS payments, '[]'::jsonb AS refunds
      FROM "order" AS o
      WHERE o.customer_id = ANY ($1)
      ORDER BY o.created_at DESC, o.id DESC
      """;

  private static final String FIND_PAYMENTS =
      """
      SELECT to_jsonb(payment) AS payment
      FROM payment
      WHERE id = ANY ($1)
      ORDER BY created_at, id
      """;

  /** As answers show them. */
  public Future<List<JsonObject>> findPayments(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_PAYMENTS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false)
                .map(row -> PaymentView.of(row.getJsonObject("payment")))
                .toList());
  }

  /** Fails with an SQLSTATE of its own where the order cannot be placed; see the migrations. */
  public Future<Void> place(SqlClient db, Tuple parameters) {
    return db.preparedQuery(PLACE).execute(parameters).mapEmpty();
  }

  public Future<Optional<Order>> findById(SqlClient db, String id) {
    return find(db, FIND_BY_ID, id);
  }

  public Future<Optional<Order>> findByCart(SqlClient db, String cartId) {
    return find(db, FIND_BY_CART, cartId);
  }

  /** The order with that number and e-mail. */
  public Future<Optional<Order>> lookUp(SqlClient db, long displayId, String email) {
    return db.preparedQuery(LOOK_UP)
        .execute(Tuple.of(displayId, email))
        .map(rows ->
            rows.size() == 1
                ? Optional.of(order(rows.iterator().next()))
                : Optional.<Order>empty());
  }

  /** Without their payments; the latest first. */
  public Future<List<Order>> findByCustomers(SqlClient db, List<String> customerIds) {
    return db.preparedQuery(FIND_BY_CUSTOMERS)
        .execute(Tuple.of(customerIds.toArray(String[]::new)))
        .map(rows ->
            StreamSupport.stream(rows.spliterator(), false).map(OrderStore::order).toList());
  }

  /** Without their payments, in no order. */
  public Future<List<Order>> findByIds(SqlClient db, List<String> ids) {
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
    for (String name : Order.COLUMNS) {
      columns.put(name, wireValue(row.getValue(name)));
    }
    return new Order(
        columns,
        row.getJsonObject("snapshot"),
        Order.each(row.getJsonArray("payments"), PaymentView::of),
        Order.each(row.getJsonArray("refunds"), RefundView::of));
  }

  private static @Nullable Object wireValue(@Nullable Object value) {
    return switch (value) {
      case OffsetDateTime time -> Timestamps.format(time);
      case Numeric number -> number.bigDecimalValue();
      case null, default -> value;
    };
  }
}
