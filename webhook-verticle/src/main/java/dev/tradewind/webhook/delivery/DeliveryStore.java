package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.webhook.event.StoredEvent;
import dev.tradewind.webhook.subscription.Subscription;
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
import org.jspecify.annotations.Nullable;

/** Store of deliveries, their queues with leases, and the log of their attempts. */
final class DeliveryStore {

  /**
   * Failures of a subscription, without a success between them, after which it counts as
   * unavailable.
   */
  private static final int AWAY = 5;

  /**
   * Key of a subscription.
   *
   * @param version of the queue when it was leased
   */
  record Keyed(String subscriptionId, String key, long version) {}

  /**
   * Keys of a subscription with pending deliveries. A lease outlasts an attempt. The column tells
   * whether the due time is the end of a lease or the time of the next attempt.
   */
  static final LeasedQueue<Keyed> QUEUE =
      LeasedQueue.<Keyed>in("delivery_queue", "deliver-webhooks", List.of("subscription_id", "key"))
          .filter("subscription_id = $4")
          .reading(
              "subscription_id, key, version",
              row ->
                  new Keyed(
                      row.getString("subscription_id"),
                      row.getString("key"),
                      row.getLong("version")))
          .leasedFor(Duration.ofSeconds(60))
          .leasedBy("lease = $5")
          .measured(
              """
              EXISTS (
                SELECT
                FROM subscription
                WHERE id = subscription_id
                  AND subscription.status = 'active'
              )\
              """)
          .build();

  /**
   * Pending delivery with what its attempt needs.
   *
   * @param failures failed attempts since {@code failingSince}
   */
  record Pending(
      StoredEvent event,
      String url,
      String secret,
      @Nullable String previousSecret,
      boolean isActive,
      boolean hasFailures,
      int failures,
      @Nullable Instant failingSince) {

    private static Pending of(Row row) {
      OffsetDateTime since = row.getOffsetDateTime("failing_since");
      return new Pending(
          StoredEvent.CODEC.readRow(row),
          row.getString("url"),
          row.getString("secret"),
          row.getString("previous_secret"),
          row.getString("status").equals(Subscription.ACTIVE),
          row.getBoolean("has_failures"),
          row.getInteger("failures"),
          since == null ? null : since.toInstant());
    }
  }

  /**
   * Attempt for the log.
   *
   * @param pause that the receiver asks for before the next one; zero if for none
   */
  record Attempt(
      Instant at,
      Duration duration,
      @Nullable Integer statusCode,
      @Nullable String error,
      @Nullable String response,
      Duration pause) {}

  static final DatabaseFact WEBHOOKS =
      new DatabaseFact(
          "tradewind.webhooks",
          "Webhooks by state",
          null,
          "state",
          """
          SELECT state, count(subscription.id)
          FROM unnest(ARRAY['active', 'paused', 'disabled']) AS state
          LEFT JOIN subscription ON subscription.status = state
          GROUP BY state
          """);

  private static final String DUE =
      """
      SELECT id
      FROM subscription
      WHERE status = 'active'
        AND EXISTS (
          SELECT
          FROM delivery_queue
          WHERE subscription_id = subscription.id
            AND due_at <= now()
        )
      """;

  private static final String NEXT =
      """
      SELECT %s, subscription.url, subscription.secret, subscription.status,
        subscription.failures > 0 AS has_failures, delivery.failures, delivery.failing_since,
        CASE WHEN subscription.previous_until > $3 THEN subscription.previous_secret END
          AS previous_secret
      FROM delivery
      JOIN event ON event.sequence = delivery.sequence
      JOIN subscription ON subscription.id = delivery.subscription_id
      WHERE delivery.subscription_id = $1
        AND delivery.key = $2
        AND delivery.status = 'pending'
      ORDER BY delivery.sequence
      LIMIT 1
      """
          .formatted(StoredEvent.COLUMNS);

  private static final String DELIVERED =
      attempted(
          "lease = lease",
          "status = 'delivered', delivered_at = $5, failures = 0, failing_since = NULL");

  private static final String FAILED =
      attempted(
          "lease = NULL",
          "failures = delivery.failures + 1, failing_since = coalesce(delivery.failing_since, $5)");

  /** Ends the queue, unless deliveries were added to it since it was leased. */
  private static final String END = QUEUE.finishing() + "  AND version = $3";

  private static final String RELEASE = QUEUE.postponing("lease = NULL");

  private static final String COUNT_FAILURE =
      """
      UPDATE subscription
      SET failures = failures + 1
      WHERE id = $1
      """;

  /** A receiver that is back gets what waits for its next attempt at once. */
  private static final String COUNT_SUCCESS =
      """
      WITH recovered AS (
        UPDATE subscription
        SET failures = 0
        FROM (SELECT id, failures FROM subscription WHERE id = $1 FOR UPDATE) AS before
        WHERE subscription.id = before.id
          AND before.failures > 0
        RETURNING before.id, before.failures
      )
      UPDATE delivery_queue
      SET due_at = now()
      FROM recovered
      WHERE delivery_queue.subscription_id = recovered.id
        AND recovered.failures >= $2
        AND delivery_queue.lease IS NULL
      """;

  private static final String STOP =
      """
      UPDATE subscription
      SET status = $2, status_reason = $3, updated_at = $4
      WHERE id = $1
        AND status = 'active'
      """;

  private static final String LIST =
      """
      SELECT delivery.sequence, delivery.status, delivery.attempts, delivery.delivered_at,
        event.event_id, event.type, event.key, queue.due_at, queue.lease,
        (
          SELECT coalesce(jsonb_agg(
            jsonb_build_object(
              'number', number,
              'attempted_at', to_char(
                attempted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
              'duration_ms', duration_millis,
              'status_code', status_code,
              'error', error,
              'response', response
            ) ORDER BY number), '[]')
          FROM delivery_attempt
          WHERE subscription_id = delivery.subscription_id
            AND sequence = delivery.sequence
        ) AS log
      FROM delivery
      JOIN event ON event.sequence = delivery.sequence
      LEFT JOIN delivery_queue AS queue
        ON queue.subscription_id = delivery.subscription_id
          AND queue.key = delivery.key
          AND delivery.status = 'pending'
      WHERE delivery.subscription_id = $1
        AND delivery.sequence < $2
        AND ($3::text IS NULL OR delivery.status = $3)
      ORDER BY delivery.sequence DESC
      LIMIT $4
      """;

  /** Also events that were recorded before the subscription, or while it was disabled. */
  private static final String REDELIVER =
      """
      WITH chosen AS (
        SELECT event.sequence, event.key
        FROM event
        JOIN subscription ON subscription.id = $1
        WHERE (event.event_id = $2 OR event.sequence > $3 AND event.sequence <= $4)
          AND matches_event_type(event.type, subscription.event_types)
        ORDER BY event.sequence
        LIMIT $5
      ),
      pending AS (
        INSERT INTO delivery (subscription_id, sequence, key)
        SELECT $1, sequence, key
        FROM chosen
        ORDER BY sequence
        ON CONFLICT (subscription_id, sequence) DO UPDATE
        SET status = 'pending', failures = 0, failing_since = NULL, delivered_at = NULL
        RETURNING sequence, key
      ),
      queued AS (
        INSERT INTO delivery_queue (subscription_id, key)
        SELECT DISTINCT $1, key
        FROM pending
        ORDER BY key
        ON CONFLICT (subscription_id, key) DO UPDATE
        SET version = delivery_queue.version + 1,
          due_at = CASE WHEN delivery_queue.lease IS NULL THEN now() ELSE delivery_queue.due_at END
      )
      SELECT count(*) AS redelivered, max(sequence) AS last
      FROM pending
      """;

  private static String attempted(String queueChange, String deliveryChange) {
    return """
    WITH held AS (
    %s
    RETURNING subscription_id
    ),
    changed AS (
      UPDATE delivery
      SET attempts = delivery.attempts + 1, %s
      FROM held
      WHERE delivery.subscription_id = held.subscription_id
        AND delivery.sequence = $4
      RETURNING delivery.subscription_id, delivery.attempts
    )
    INSERT INTO delivery_attempt (
      subscription_id, sequence, number, attempted_at, duration_millis, status_code, error, response
    )
    SELECT subscription_id, $4, attempts, $5, $6, $7, $8, $9
    FROM changed
    """
        .formatted(QUEUE.postponing(queueChange), deliveryChange);
  }

  /** Ids of the active subscriptions with deliveries that are due. */
  Future<List<String>> due(SqlClient db) {
    return db.preparedQuery(DUE)
        .execute()
        .map(rows -> rows.stream().map(row -> row.getString(0)).toList());
  }

  /** Leases keys of a subscription that are due. */
  Future<List<Lease<Keyed>>> lease(SqlClient db, String subscriptionId, Instant now, int limit) {
    return QUEUE.lease(db, now, limit, subscriptionId, Ids.ulid());
  }

  /** The earliest pending delivery of the key; absent without any. */
  Future<Optional<Pending>> next(SqlClient db, Keyed queue, Instant now) {
    return db.preparedQuery(NEXT)
        .execute(Tuple.of(queue.subscriptionId(), queue.key(), Timestamps.utc(now)))
        .map(rows -> rows.stream().map(Pending::of).findFirst());
  }

  /** Records a success and extends the lease until a time; false if the lease is lost. */
  Future<Boolean> delivered(
      SqlClient db, Lease<Keyed> lease, long sequence, Attempt attempt, Instant until) {
    return attempted(db, DELIVERED, lease, sequence, attempt, until);
  }

  /** Records a failure and gives the lease back until the next attempt. */
  Future<Boolean> failed(
      SqlClient db, Lease<Keyed> lease, long sequence, Attempt attempt, Instant next) {
    return attempted(db, FAILED, lease, sequence, attempt, next);
  }

  private static Future<Boolean> attempted(
      SqlClient db, String sql, Lease<Keyed> lease, long sequence, Attempt attempt, Instant until) {
    return db.preparedQuery(sql)
        .execute(
            lease
                .parameters()
                .addValue(Timestamps.utc(until))
                .addValue(sequence)
                .addValue(Timestamps.utc(attempt.at()))
                .addValue(attempt.duration().toMillis())
                .addValue(attempt.statusCode())
                .addValue(attempt.error())
                .addValue(attempt.response()))
        .map(logged -> logged.rowCount() == 1);
  }

  /** Ends a queue without pending deliveries; false if some were added meanwhile. */
  Future<Boolean> end(SqlClient db, Lease<Keyed> lease) {
    return db.preparedQuery(END)
        .execute(lease.parameters().addValue(lease.item().version()))
        .map(ended -> ended.rowCount() == 1);
  }

  Future<Void> release(SqlClient db, Lease<Keyed> lease, Instant now) {
    return db.preparedQuery(RELEASE)
        .execute(lease.parameters().addValue(Timestamps.utc(now)))
        .mapEmpty();
  }

  Future<Void> countFailure(SqlClient db, String subscriptionId) {
    return db.preparedQuery(COUNT_FAILURE).execute(Tuple.of(subscriptionId)).mapEmpty();
  }

  Future<Void> countSuccess(SqlClient db, String subscriptionId) {
    return db.preparedQuery(COUNT_SUCCESS).execute(Tuple.of(subscriptionId, AWAY)).mapEmpty();
  }

  /** Pauses or disables an active subscription; false if it is not active. */
  Future<Boolean> stop(
      SqlClient db, String subscriptionId, String status, String reason, Instant now) {
    return db.preparedQuery(STOP)
        .execute(Tuple.of(subscriptionId, status, reason, Timestamps.utc(now)))
        .map(stopped -> stopped.rowCount() == 1);
  }

  /** Deliveries before a sequence, the latest first, with the log of their attempts. */
  Future<List<JsonObject>> list(
      SqlClient db, String subscriptionId, long before, @Nullable String status, int limit) {
    return db.preparedQuery(LIST)
        .execute(Tuple.of(subscriptionId, before, status, limit))
        .map(rows -> rows.stream().map(DeliveryStore::document).toList());
  }

  private static JsonObject document(Row row) {
    OffsetDateTime delivered = row.getOffsetDateTime("delivered_at");
    OffsetDateTime due = row.getOffsetDateTime("due_at");
    boolean isLeased = row.getString("lease") != null;
    return new JsonObject()
        .put("sequence", Long.toString(row.getLong("sequence")))
        .put("event_id", row.getString("event_id"))
        .put("event_type", row.getString("type"))
        .put("partition_key", row.getString("key"))
        .put("status", row.getString("status"))
        .put("attempts_count", row.getInteger("attempts"))
        .put("delivered_at", delivered == null ? null : Timestamps.format(delivered))
        .put("next_attempt_at", due == null || isLeased ? null : Timestamps.format(due))
        .put("attempts", row.getJsonArray("log"));
  }

  /** Number of redelivered events, and the last of their sequences. */
  record Redelivered(long count, @Nullable Long last) {}

  /**
   * Makes deliveries pending again, of one event or of a range.
   *
   * @param eventId absent for a range
   */
  Future<Redelivered> redeliver(
      SqlClient db,
      String subscriptionId,
      @Nullable String eventId,
      long after,
      long until,
      int limit) {
    return db.preparedQuery(REDELIVER)
        .execute(Tuple.of(subscriptionId, eventId, after, until, limit))
        .map(rows -> {
          Row row = rows.iterator().next();
          return new Redelivered(row.getLong("redelivered"), row.getLong("last"));
        });
  }
}
