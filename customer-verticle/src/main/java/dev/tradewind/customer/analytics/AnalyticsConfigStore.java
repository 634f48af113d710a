package dev.tradewind.customer.analytics;

import dev.tradewind.customer.schema.UserResources;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the analytics configurations of users; each user has one at most. */
final class AnalyticsConfigStore {

  private static final String COLUMNS = UserResources.ANALYTICS_CONFIG.columnList("t");

  private static final String FIND =
      """
      SELECT %s
      FROM analytics_config AS t
      WHERE t.user_id = $1 AND t.deleted_at IS NULL
      """
          .formatted(COLUMNS);

  private static final String SAVE =
      """
      INSERT INTO analytics_config AS t (id, created_at, updated_at, user_id, opt_out, anonymize)
      VALUES ($1, $2, $2, $3, coalesce($4, false), coalesce($5, false))
      ON CONFLICT (user_id) WHERE deleted_at IS NULL
      DO UPDATE SET
        opt_out = coalesce($4, t.opt_out),
        anonymize = coalesce($5, t.anonymize),
        updated_at = excluded.updated_at,
        version = t.version + 1
      RETURNING %s
      """
          .formatted(COLUMNS);

  private static final String DELETE =
      """
      UPDATE analytics_config
      SET deleted_at = $2, updated_at = $2, version = version + 1
      WHERE user_id = $1 AND deleted_at IS NULL
      """;

  Future<Optional<JsonObject>> find(SqlClient db, String userId) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(userId))
        .map(rows -> rows.stream().map(UserResources.ANALYTICS_CONFIG::row).findFirst());
  }

  /** Creates the configuration of the user, or changes the given fields of the present one. */
  Future<JsonObject> save(
      SqlClient db,
      String id,
      String userId,
      @Nullable Boolean optOut,
      @Nullable Boolean anonymize,
      Instant now) {
    return db.preparedQuery(SAVE)
        .execute(Tuple.of(id, Timestamps.utc(now), userId, optOut, anonymize))
        .map(rows -> UserResources.ANALYTICS_CONFIG.row(rows.iterator().next()));
  }

  Future<Void> delete(SqlClient db, String userId, Instant now) {
    return db.preparedQuery(DELETE).execute(Tuple.of(userId, Timestamps.utc(now))).mapEmpty();
  }
}
