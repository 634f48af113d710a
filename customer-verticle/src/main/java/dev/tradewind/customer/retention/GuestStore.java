package dev.tradewind.customer.retention;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;

/** Store of guests that an e-mail address of a cart made, without further data. */
final class GuestStore {

  private static final String FIND =
      """
      SELECT id
      FROM customer
      WHERE NOT has_account
        AND deleted_at IS NULL
        AND id > $1
        AND created_at < $2
        AND updated_at < $2
        AND num_nonnulls(first_name, last_name, phone, metadata, billing_address_id) = 0
        AND NOT EXISTS (SELECT FROM address WHERE customer_id = customer.id)
        AND NOT EXISTS (SELECT FROM customer_group_customers WHERE customer_id = customer.id)
        AND NOT EXISTS (SELECT FROM erasure WHERE customer_id = customer.id)
      ORDER BY id
      LIMIT $3
      """;

  // A guest that a cart has got since was touched, and stays.
  private static final String DELETE =
      """
      WITH deleted AS (
        DELETE FROM customer
        WHERE id = ANY ($1)
          AND updated_at < $2
          AND NOT EXISTS (SELECT FROM address WHERE customer_id = customer.id)
          AND NOT EXISTS (SELECT FROM customer_group_customers WHERE customer_id = customer.id)
        RETURNING id, version
      ), appended AS (
      %s)
      SELECT id
      FROM deleted
      """
          .formatted(Outbox.insertForEach("$3", "deleted"));

  /** Ids of guests last used before the time, in their order, after the given one. */
  Future<List<String>> find(SqlClient db, String after, Instant before, int limit) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(after, Timestamps.utc(before), limit))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  /** Deletes the guests among these that are still unused, and returns their number. */
  Future<Integer> delete(
      SqlClient db, CallContext context, List<String> ids, Instant before, Instant now) {
    List<Event> events =
        ids.stream()
            .map(id ->
                Event.of(
                    context,
                    now,
                    Topics.CUSTOMER,
                    "customer.erased",
                    id,
                    0,
                    new JsonObject().put("id", id)))
            .toList();
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(ids.toArray(String[]::new), Timestamps.utc(before), Outbox.rows(events)))
        .map(deleted -> deleted.size());
  }
}
