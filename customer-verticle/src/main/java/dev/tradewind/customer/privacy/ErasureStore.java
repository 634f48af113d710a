package dev.tradewind.customer.privacy;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

/** Store of erasures. */
final class ErasureStore {

  // The same person as a guest has the same e-mail.
  private static final String LOCK =
      """
      SELECT same.id
      FROM customer AS wanted
      JOIN customer AS same
        ON same.id = wanted.id
        OR (same.email = wanted.email AND same.deleted_at IS NULL)
      WHERE wanted.id = $1
      ORDER BY same.id
      FOR UPDATE OF same
      """;

  private static final String ERASE =
      """
      WITH erased AS (
        UPDATE customer
        SET email = 'erased+' || lower(id) || '@erased.invalid', first_name = NULL,
          last_name = NULL, phone = NULL, metadata = NULL, password_hash = NULL,
          billing_address_id = NULL, deleted_at = coalesce(deleted_at, $2), updated_at = $2,
          version = version + 1, credential_version = credential_version + 1
        WHERE id = ANY ($1::text[])
          AND NOT EXISTS (SELECT FROM erasure WHERE customer_id = customer.id)
        RETURNING id, version
      ),
      addresses AS (
        DELETE FROM address
        WHERE customer_id = ANY ($1::text[])
      ),
      provider_customers AS (
        DELETE FROM provider_customer
        WHERE customer_id = ANY ($1::text[])
      ),
      memberships AS (
        DELETE FROM customer_group_customers
        WHERE customer_id = ANY ($1::text[])
      ),
      restock_requests AS (
        DELETE FROM restock_request
        USING customer
        WHERE customer.id = ANY ($1::text[])
          AND restock_request.email = customer.email
      ),
      requested AS (
        INSERT INTO erasure (customer_id, requested_at, due_at)
        SELECT id, $2, $2
        FROM erased
      )
      """
          + Outbox.insertForEach("$3", "erased");

  /** Erasures in other verticles, attempted once a minute, and later while something remains. */
  static final LeasedQueue<String> QUEUE =
      LeasedQueue.<String>in("erasure", "erase-personal-data", List.of("customer_id"))
          .waiting("completed_at IS NULL")
          .reading("customer_id", row -> row.getString("customer_id"))
          .leasedFor(Duration.ofMinutes(1))
          .finishedBy("remaining = 0, completed_at = now()")
          .build();

  private static final String POSTPONE = QUEUE.postponing("remaining = $4");

  // An address that was being added while the customer was erased.
  private static final String DELETE_LATE =
      """
      DELETE FROM address
      WHERE customer_id = ANY ($1)
      """;

  private static final String FIND =
      """
      SELECT customer_id, requested_at, remaining, completed_at
      FROM erasure
      WHERE customer_id = $1
      """;

  /** Locks the customer and guests with its e-mail, and returns their ids; none if unknown. */
  Future<List<String>> lock(SqlClient db, String customerId) {
    return db.preparedQuery(LOCK)
        .execute(Tuple.of(customerId))
        .map(rows -> rows.stream().map(row -> row.getString("id")).toList());
  }

  /** Erases customers that are not erased yet, and requests the erasure of the rest. */
  Future<Void> erase(SqlClient db, List<String> ids, Instant now, List<Event> events) {
    return db.preparedQuery(ERASE)
        .execute(Tuple.of(ids.toArray(String[]::new), Timestamps.utc(now), Outbox.rows(events)))
        .mapEmpty();
  }

  Future<Void> deleteLateAddresses(SqlClient db, List<String> customerIds) {
    return db.preparedQuery(DELETE_LATE)
        .execute(Tuple.of((Object) customerIds.toArray(String[]::new)))
        .mapEmpty();
  }

  /** Records an attempt that has left records, and repeats it then. */
  Future<Void> postpone(SqlClient db, Lease<String> erasure, long remaining, Instant until) {
    return db.preparedQuery(POSTPONE)
        .execute(erasure.parameters().addValue(Timestamps.utc(until)).addValue(remaining))
        .mapEmpty();
  }

  Future<Optional<JsonObject>> find(SqlClient db, String customerId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(customerId))
        .map(rows -> rows.stream().map(ErasureStore::erasure).findFirst());
  }

  private static JsonObject erasure(Row row) {
    OffsetDateTime completed = row.getOffsetDateTime("completed_at");
    return new JsonObject()
        .put("customer_id", row.getString("customer_id"))
        .put("requested_at", Timestamps.format(row.getOffsetDateTime("requested_at").toInstant()))
        .put("remaining", row.getLong("remaining"))
        .put("completed_at", completed == null ? null : Timestamps.format(completed.toInstant()));
  }
}
