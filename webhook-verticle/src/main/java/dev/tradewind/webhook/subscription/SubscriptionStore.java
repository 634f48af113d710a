package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of subscriptions. */
final class SubscriptionStore {

  /** Serializes the creations, so that their number is limited. */
  private static final String LOCK = "SELECT pg_advisory_xact_lock(hashtext('webhooks'))";

  private static final String LIST = "SELECT * FROM subscription ORDER BY created_at DESC, id DESC";

  private static final String FIND = "SELECT * FROM subscription WHERE id = $1";

  private static final String FIND_FOR_UPDATE = FIND + " FOR UPDATE";

  private static final String INSERT =
      """
      INSERT INTO subscription (
        id, url, description, event_types, secret, is_configured, created_at, updated_at
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7, $7)
      RETURNING *
      """;

  private static final String UPDATE =
      """
      UPDATE subscription
      SET url = $2, description = $3, event_types = $4, secret = $5, previous_secret = $6,
        previous_until = $7, updated_at = $8
      WHERE id = $1
      RETURNING *
      """;

  private static final String SET_STATUS =
      """
      UPDATE subscription
      SET status = $2, status_reason = $3, failures = 0, updated_at = $4
      WHERE id = $1
      RETURNING *
      """;

  /** Attempts begin again, without the backoff of the failures before. */
  private static final String FORGET_FAILURES =
      """
      UPDATE delivery
      SET failures = 0, failing_since = NULL
      WHERE subscription_id = $1
        AND status = 'pending'
        AND failures > 0
      """;

  private static final String WAKE =
      """
      UPDATE delivery_queue
      SET due_at = now()
      WHERE subscription_id = $1
        AND lease IS NULL
      """;

  private static final String DELETE = "DELETE FROM subscription WHERE id = $1";

  Future<Void> lock(SqlClient db) {
    return db.query(LOCK).execute().mapEmpty();
  }

  Future<List<Subscription>> list(SqlClient db) {
    return db.preparedQuery(LIST)
        .execute()
        .map(rows -> rows.stream().map(Subscription.CODEC::readRow).toList());
  }

  Future<Optional<Subscription>> find(SqlClient db, String id) {
    return one(db, FIND, Tuple.of(id));
  }

  Future<Optional<Subscription>> findForUpdate(SqlClient db, String id) {
    return one(db, FIND_FOR_UPDATE, Tuple.of(id));
  }

  Future<Subscription> insert(SqlClient db, Subscription subscription) {
    return one(
            db,
            INSERT,
            Tuple.of(
                subscription.id(),
                subscription.url(),
                subscription.description(),
                subscription.eventTypes().toArray(new String[0]),
                subscription.secret(),
                subscription.isConfigured(),
                Timestamps.utc(subscription.createdAt())))
        .map(Optional::orElseThrow);
  }

  Future<Subscription> update(SqlClient db, Subscription subscription) {
    Instant until = subscription.previousUntil();
    OffsetDateTime previousUntil = until == null ? null : Timestamps.utc(until);
    return one(
            db,
            UPDATE,
            Tuple.tuple()
                .addString(subscription.id())
                .addString(subscription.url())
                .addString(subscription.description())
                .addArrayOfString(subscription.eventTypes().toArray(new String[0]))
                .addString(subscription.secret())
                .addString(subscription.previousSecret())
                .addOffsetDateTime(previousUntil)
                .addOffsetDateTime(Timestamps.utc(subscription.updatedAt())))
        .map(Optional::orElseThrow);
  }

  Future<Optional<Subscription>> setStatus(
      SqlClient db, String id, String status, @Nullable String reason, Instant at) {
    return one(db, SET_STATUS, Tuple.of(id, status, reason, Timestamps.utc(at)));
  }

  /** Makes all pending deliveries of the subscription due. */
  Future<Void> wake(SqlClient db, String id) {
    return db.preparedQuery(FORGET_FAILURES)
        .execute(Tuple.of(id))
        .compose(done -> db.preparedQuery(WAKE).execute(Tuple.of(id)))
        .mapEmpty();
  }

  Future<Void> delete(SqlClient db, String id) {
    return db.preparedQuery(DELETE).execute(Tuple.of(id)).mapEmpty();
  }

  private static Future<Optional<Subscription>> one(SqlClient db, String sql, Tuple values) {
    return db.preparedQuery(sql)
        .execute(values)
        .map(rows -> rows.stream().map(Subscription.CODEC::readRow).findFirst());
  }
}
