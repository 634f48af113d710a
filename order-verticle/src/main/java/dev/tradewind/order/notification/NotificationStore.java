package dev.tradewind.order.notification;

import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.retry.Backoff;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
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
      JsonObject data) {}

  /** Notifications to be sent, 24 times at most. */
  static final LeasedQueue<Work> QUEUE =
      LeasedQueue.<Work>in("notification_work", "send-notifications", List.of("id"))
          .waiting("status = 'asked'")
          .reading(
              "id, provider_id, event_name, resource_type, resource_id, data",
              NotificationStore::work)
          .leasedFor(Duration.ofSeconds(60))
          .attempts("attempts")
          .backoff(new Backoff(Duration.ofSeconds(5), Duration.ofHours(1)))
          .parkedAfter(
              24, "status = 'failed', data = NULL, updated_at = now()", "status = 'failed'")
          .finishedBy("status = 'done', data = NULL, updated_at = now()")
          .pruned("status <> 'asked' AND updated_at < $1")
          .build();

  /** Sent notification, for a resend. */
  record Original(String eventName, String providerId, NotificationProvider.Sent sent) {}

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

  /** The notification has the id of the work, so it is recorded once. */
  private static final String SENT =
      """
      WITH settled AS (
      %s
      RETURNING id, event_name, resource_type, resource_id, customer_id, provider_id
      )
      INSERT INTO notification (
        id, event_name, resource_type, resource_id, customer_id, "to", data, provider_id,
        created_at, updated_at
      )
      SELECT id, event_name, resource_type, resource_id, customer_id, $3, $4, provider_id, $5, $5
      FROM settled
      """
          .formatted(QUEUE.finishing());

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

  /** Records notifications to be sent, except those recorded before. */
  Future<Void> record(SqlClient db, JsonArray works, Instant now) {
    return db.preparedQuery(RECORD).execute(Tuple.of(works, Timestamps.utc(now))).mapEmpty();
  }

  private static Work work(Row row) {
    return new Work(
        row.getString("id"),
        row.getString("provider_id"),
        row.getString("event_name"),
        row.getString("resource_type"),
        row.getString("resource_id"),
        row.getJsonObject("data"));
  }

  /** Settles it with the notification that the provider has sent. */
  Future<Void> sent(SqlClient db, Lease<Work> work, NotificationProvider.Sent sent, Instant now) {
    return db.preparedQuery(SENT)
        .execute(
            work.parameters()
                .addValue(sent.to())
                .addValue(sent.data())
                .addValue(Timestamps.utc(now)))
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
}
