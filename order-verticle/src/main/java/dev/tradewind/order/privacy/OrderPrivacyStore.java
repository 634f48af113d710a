package dev.tradewind.order.privacy;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Store of the personal data in orders, notifications and notes. */
final class OrderPrivacyStore {

  /** Goods may still be sent to the address. */
  private static final String IS_OPEN =
      """
      o.status IN ('pending', 'requires_action')
        AND o.fulfillment_status NOT IN ('shipped', 'partially_returned', 'returned', 'canceled')
        AND o.created_at > $3
      """;

  private static final String LOCK =
      """
      SELECT o.id
      FROM "order" AS o
      WHERE o.customer_id = $1
        AND o.email <> $2
        AND NOT (%s)
      ORDER BY o.id
      LIMIT $4
      FOR NO KEY UPDATE
      """
          .formatted(IS_OPEN);

  /** Country and province decide the taxes, and stay. */
  private static final String ERASED_ADDRESS =
      """
      (
        SELECT json_object_agg(
          member.key,
          CASE
            WHEN member.key IN ('id', 'created_at', 'updated_at', 'country_code', 'province')
              THEN member.value
          END)
        FROM json_each(%1$s) AS member
        WHERE json_typeof(%1$s) = 'object'
      )
      """;

  private static final String ERASED_CUSTOMER =
      """
      (
        SELECT json_object_agg(
          member.key,
          CASE
            WHEN member.key IN ('id', 'created_at', 'updated_at', 'has_account') THEN member.value
            WHEN member.key = 'email' THEN to_json($2::text)
          END)
        FROM json_each(o.snapshot -> 'customer') AS member
        WHERE json_typeof(o.snapshot -> 'customer') = 'object'
      )
      """;

  // Member by member, so that what is kept stays as it is.
  private static final String ERASE =
      """
      WITH changed AS (
        UPDATE "order" AS o
        SET email = $2, metadata = '{}', updated_at = $3, version = o.version + 1,
          snapshot = (
            SELECT json_object_agg(
              member.key,
              CASE member.key
                WHEN 'shipping_address' THEN coalesce(%s, 'null')
                WHEN 'billing_address' THEN coalesce(%s, 'null')
                WHEN 'customer' THEN coalesce(%s, 'null')
                ELSE member.value
              END)
            FROM json_each(o.snapshot) AS member
          )
        WHERE o.id = ANY ($1::text[])
        RETURNING o.id, o.version
      ),
      notified AS (
        UPDATE notification
        SET "to" = $2, data = '{}'
        WHERE resource_id = ANY ($1::text[])
      ),
      noted AS (
        DELETE FROM note
        WHERE resource_id = ANY ($1::text[])
      )
      %s
      """
          .formatted(
              ERASED_ADDRESS.formatted("o.snapshot -> 'shipping_address'"),
              ERASED_ADDRESS.formatted("o.snapshot -> 'billing_address'"),
              ERASED_CUSTOMER,
              Outbox.insertForEach("$4", "changed"));

  private static final String ERASE_MESSAGES =
      """
      WITH notified AS (
        UPDATE notification
        SET "to" = $2, data = '{}'
        WHERE customer_id = $1
          AND "to" <> $2
      )
      DELETE FROM note
      WHERE resource_id = $1
      """;

  private static final String COUNT_OPEN =
      """
      SELECT count(*)
      FROM "order" AS o
      WHERE o.customer_id = $1
        AND o.email <> $2
        AND %s
      """
          .formatted(IS_OPEN);

  private static final String EXPORT =
      """
      SELECT json_build_object(
        'id', o.id,
        'display_id', o.display_id,
        'created_at', o.created_at,
        'status', o.status,
        'email', o.email,
        'currency_code', o.currency_code,
        'total', o.total,
        'metadata', o.metadata,
        'shipping_address', o.snapshot -> 'shipping_address',
        'billing_address', o.snapshot -> 'billing_address',
        'items', o.snapshot -> 'items',
        'notifications', (
          SELECT coalesce(json_agg(json_build_object(
            'event_name', sent.event_name, 'to', sent.to, 'created_at', sent.created_at)
            ORDER BY sent.created_at, sent.id), '[]')
          FROM notification AS sent
          WHERE sent.resource_id = o.id
        ),
        'notes', (
          SELECT coalesce(json_agg(json_build_object(
            'value', note.value, 'created_at', note.created_at)
            ORDER BY note.created_at, note.id), '[]')
          FROM note
          WHERE note.resource_id = o.id AND note.deleted_at IS NULL
        )
      ) AS record
      FROM "order" AS o
      WHERE o.customer_id = $1
      ORDER BY o.created_at, o.id
      OFFSET $2
      LIMIT $3
      """;

  private static final String FIND_CUSTOMERS =
      """
      SELECT DISTINCT customer_id
      FROM "order"
      WHERE customer_id = ANY ($1)
      """;

  /** Locks orders with personal data that nothing needs any more, and returns their ids. */
  Future<List<String>> lock(
      SqlClient db, String customerId, String erasedEmail, Instant openSince, int limit) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(customerId, erasedEmail, Timestamps.utc(openSince), limit))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  Future<Void> erase(
      SqlClient db, List<String> ids, String erasedEmail, Instant now, List<Event> events) {
    return db.preparedQuery(ERASE)
        .execute(
            Tuple.of(
                ids.toArray(String[]::new), erasedEmail, Timestamps.utc(now), Outbox.rows(events)))
        .mapEmpty();
  }

  /** Erases what is about the customer and no order. */
  Future<Void> eraseMessages(SqlClient db, String customerId, String erasedEmail) {
    return db.preparedQuery(ERASE_MESSAGES).execute(Tuple.of(customerId, erasedEmail)).mapEmpty();
  }

  Future<Long> countOpen(SqlClient db, String customerId, String erasedEmail, Instant openSince) {
    return db.preparedQuery(COUNT_OPEN)
        .execute(Tuple.of(customerId, erasedEmail, Timestamps.utc(openSince)))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  Future<List<String>> findCustomers(SqlClient db, List<String> ids) {
    return db.preparedQuery(FIND_CUSTOMERS)
        .execute(Tuple.of(ids.toArray(String[]::new)))
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  Future<List<JsonObject>> export(SqlClient db, String customerId, int offset, int limit) {
    return db.preparedQuery(EXPORT)
        .execute(Tuple.of(customerId, (long) offset, (long) limit))
        .map(rows -> rows.stream().map(row -> row.getJsonObject("record")).toList());
  }
}
