package dev.tradewind.order.notification;

import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Store of notifications and of those to be sent. */
final class NotificationStore {

  /** Notification to be sent about an event by one provider. */
  record Work(
      String id,
      String providerId,
      String eventName,
      String resourceType,
      String resourceId,
      JsonObject data,
      int attempts) {}

  /** Sent notification, for a resend. */
  record Original(String eventName, String providerId, NotificationProvider.Sent sent) {}

  /** Notifications that are to be sent: now, or again later after a failed attempt. */
  static final DatabaseFact WAITING =
      new DatabaseFact(
          "tradewind.notifications",
          "Notifications that are to be sent by state, at most " + DatabaseFact.MOST + " of each",
          null,
          "state",
          DatabaseFact.counted(
                  "'due'", "notification_work WHERE status = 'asked' AND due_at <= now()")
              + "\nUNION ALL\n"
              + DatabaseFact.counted(
                  "'postponed'", "notification_work WHERE status = 'asked' AND due_at > now()"));

  private static final String RECORD =
      """
      INSERT INTO notification_work (
        id, event_id, provider_id, event_name, resource_type, resource_id, customer_id, data,
        due_at, created_at, updated_at
      )
      SELECT id, event_id, provider_id, event_name, resource_type, resource_id, customer_id, data,
        $2, $2, $2
      FROM jsonb_populate_recordset(NULL::notification_work, $1)
      ORDER BY event_id, provider_id
      ON CONFLICT (event_id, provider_id) DO NOTHING
      """;

  /** Lease: until the new time no other node takes the notification over. */
  private static final String LEASE =
      """
      UPDATE notification_work
      SET due_at = $2, attempts = attempts + 1, updated_at = $1
      WHERE id IN (
        SELECT id
        FROM notification_work
        WHERE status = 'asked'
          AND due_at <= $1
        ORDER BY due_at
        LIMIT $3
        FOR UPDATE SKIP LOCKED
      )
      RETURNING id, provider_id, event_name, resource_type, resource_id, data, attempts
      """;

  private static final String POSTPONE =
      """
      UPDATE notification_work
      SET due_at = $2, updated_at = $3
      WHERE id = $1
        AND status = 'asked'
      """;

  private static final String SETTLE =
      """
      UPDATE notification_work
      SET status = $2, data = NULL, updated_at = $3
      WHERE id = $1
        AND status = 'asked'
      """;

  /** The notification has the id of the work, so it is recorded once. */
  private static final String SENT =
      """
      WITH settled AS (
        UPDATE notification_work
        SET status = 'done', data = NULL, updated_at = $4
        WHERE id = $1
          AND status = 'asked'
        RETURNING id, event_name, resource_type, resource_id, customer_id, provider_id
      )
      INSERT INTO notification (
        id, event_name, resource_type, resource_id, customer_id, "to", data, provider_id,
        created_at, updated_at
      )
      SELECT id, event_name, resource_type, resource_id, customer_id, $2, $3, provider_id, $4, $4
      FROM settled
      """;

  private static final String FIND =
      """
      SELECT event_name, provider_id, "to", data
      FROM notification
      WHERE id = $1
      """;

  private static final String RESENT =
      """
      INSERT INTO notification (
        id, event_name, resource_type, resource_id, customer_id, "to", data, provider_id,
        parent_id, created_at, updated_at
      )
      SELECT $2, event_name, resource_type, resource_id, customer_id, $3, $4, provider_id, id, $5,
        $5
      FROM notification
      WHERE id = $1
      """;

  private static final String PRUNE =
      """
      DELETE FROM notification_work
      WHERE id IN (
        SELECT id
        FROM notification_work
        WHERE status <> 'asked'
          AND updated_at < $1
        LIMIT $2
      )
      """;

  /** Records notifications to be sent, except those recorded before. */
  Future<Void> record(SqlClient db, JsonArray works, Instant now) {
    return db.preparedQuery(RECORD).execute(Tuple.of(works, Timestamps.utc(now))).mapEmpty();
  }

  /** Notifications that are due, leased to this node until that time. */
  Future<List<Work>> lease(SqlClient db, Instant now, Instant until, int limit) {
    return db.preparedQuery(LEASE)
        .execute(Tuple.of(Timestamps.utc(now), Timestamps.utc(until), limit))
        .map(rows -> rows.stream().map(NotificationStore::work).toList());
  }

  private static Work work(Row row) {
    return new Work(
        row.getString("id"),
        row.getString("provider_id"),
        row.getString("event_name"),
        row.getString("resource_type"),
        row.getString("resource_id"),
        row.getJsonObject("data"),
        row.getInteger("attempts"));
  }

  Future<Void> postpone(SqlClient db, Work work, Instant until, Instant now) {
    return db.preparedQuery(POSTPONE)
        .execute(Tuple.of(work.id(), Timestamps.utc(until), Timestamps.utc(now)))
        .mapEmpty();
  }

  /** Settles it without a notification: the provider had none, or refused. */
  Future<Void> settle(SqlClient db, Work work, boolean isFailed, Instant now) {
    return db.preparedQuery(SETTLE)
        .execute(Tuple.of(work.id(), isFailed ? "failed" : "done", Timestamps.utc(now)))
        .mapEmpty();
  }

  /** Settles it with the notification that the provider has sent. */
  Future<Void> sent(SqlClient db, Work work, NotificationProvider.Sent sent, Instant now) {
    return db.preparedQuery(SENT)
        .execute(Tuple.of(work.id(), sent.to(), sent.data(), Timestamps.utc(now)))
        .mapEmpty();
  }

  Future<Optional<Original>> find(SqlClient db, String id) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new Original(
                        row.getString("event_name"),
                        row.getString("provider_id"),
                        new NotificationProvider.Sent(
                            row.getString("to"), row.getJsonObject("data"))))
                .findFirst());
  }

  Future<Void> resent(
      SqlClient db, String id, String resendId, NotificationProvider.Sent sent, Instant now) {
    return db.preparedQuery(RESENT)
        .execute(Tuple.of(id, resendId, sent.to(), sent.data(), Timestamps.utc(now)))
        .mapEmpty();
  }

  /** Deletes what was settled before, and returns the number of rows: at most the limit. */
  Future<Integer> prune(SqlClient db, Instant before, int limit) {
    return db.preparedQuery(PRUNE)
        .execute(Tuple.of(Timestamps.utc(before), limit))
        .map(RowSet::rowCount);
  }
}
