package dev.tradewind.sample;

import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;

/**
 * Generator of sample orders for a shop. The number of an order determines all of its data, so that
 * the same numbers on the same shop give the same orders; existing ones stay. They take no stock,
 * and no events are published, since no consumer needs them.
 */
public final class SampleOrders {

  // Display ids follow the numbers: rows are sorted before the sequence is called.
  private static final String ORDERS =
      """
      INSERT INTO "order" (
        id, display_id, status, payment_status, cart_id, customer_id, email, region_id,
        currency_code, sales_channel_id, total, metadata, created_at, updated_at,
        placement_deadline, placed_at, snapshot
      )
      SELECT id, nextval('order_display_id'), status, payment_status, cart_id, customer_id, email,
        region_id, currency_code, sales_channel_id, total, '{}', created_at, created_at,
        created_at + interval '15 seconds', created_at, snapshot
      FROM (
        SELECT *
        FROM json_populate_recordset(NULL::"order", $1::text::json) AS sample
        WHERE NOT EXISTS (SELECT FROM "order" AS present WHERE present.id = sample.id)
        ORDER BY id
      ) AS missing
      ON CONFLICT DO NOTHING
      """;

  private static final String PAYMENTS =
      """
      INSERT INTO payment (
        id, order_id, cart_id, amount, currency_code, provider_id, data, captured_at, created_at,
        updated_at
      )
      SELECT id, order_id, cart_id, amount, currency_code, provider_id, data, captured_at,
        created_at, created_at
      FROM json_populate_recordset(NULL::payment, $1::text::json)
      ON CONFLICT DO NOTHING
      """;

  private SampleOrders() {}

  /**
   * Inserts the orders with these numbers, both ends included.
   *
   * @param shelf region, currency, sales channel, shipping option and products of the orders
   * @param buyers customers of the orders, at least one
   */
  public static Future<Void> insert(
      Pool pool, JsonObject shelf, JsonArray buyers, int first, int last) {
    JsonArray orders = new JsonArray();
    JsonArray payments = new JsonArray();
    for (int number = first; number <= last; number++) {
      SampleOrder order = SampleOrder.of(number, shelf, buyers);
      orders.add(order.row());
      payments.add(order.payment());
    }
    return pool.withTransaction(db ->
        db.preparedQuery(ORDERS)
            .execute(Tuple.of(orders.encode()))
            .compose(done -> db.preparedQuery(PAYMENTS).execute(Tuple.of(payments.encode())))
            .mapEmpty());
  }

  /** Analyzes the tables; lists would be slow until autovacuum does. */
  public static Future<Void> finish(Pool pool) {
    return pool.query("ANALYZE \"order\", payment").execute().mapEmpty();
  }
}
