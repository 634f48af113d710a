package dev.tradewind.customer.apitoken;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Store of API tokens, by their hashes. */
final class ApiTokenStore {

  private static final String INSERT =
      """
      INSERT INTO api_token (
        id, user_id, name, token_hash, permissions, credential_version, created_at, expires_at
      )
      SELECT $1, id, $3, $4, $5, credential_version, $6, $7
      FROM "user"
      WHERE id = $2
        AND deleted_at IS NULL
      RETURNING id, name, permissions, created_at, expires_at
      """;

  private static final String COUNT =
      """
      SELECT count(*)
      FROM api_token
      WHERE user_id = $1
      """;

  private static final String LOCK =
      """
      SELECT
      FROM "user"
      WHERE id = $1
        AND deleted_at IS NULL
      FOR NO KEY UPDATE
      """;

  private static final String LIST =
      """
      SELECT token.id, token.name, token.permissions, token.created_at, token.expires_at
      FROM api_token AS token
      JOIN "user" AS owner ON owner.id = token.user_id
      WHERE token.user_id = $1
        AND token.expires_at > $2
        AND token.credential_version = owner.credential_version
      ORDER BY token.created_at DESC, token.id
      """;

  private static final String DELETE =
      """
      WITH deleted AS (
        DELETE FROM api_token
        WHERE id = $1
          AND user_id = $2
        RETURNING id
      )
      %s
      """
          .formatted(Outbox.insertWhenChanged("$3", "deleted"));

  private static final String DELETE_ENDED =
      """
      DELETE FROM api_token AS token
      USING "user" AS owner
      WHERE token.user_id = $1
        AND owner.id = token.user_id
        AND (token.expires_at <= $2 OR token.credential_version <> owner.credential_version)
      """;

  /** Locks the user, so that concurrent requests do not exceed the limit of tokens. */
  Future<Void> lock(SqlClient db, String userId) {
    return db.preparedQuery(LOCK).execute(Tuple.of(userId)).mapEmpty();
  }

  Future<Void> deleteEnded(SqlClient db, String userId, Instant now) {
    return db.preparedQuery(DELETE_ENDED).execute(Tuple.of(userId, Timestamps.utc(now))).mapEmpty();
  }

  Future<Long> count(SqlClient db, String userId) {
    return db.preparedQuery(COUNT)
        .execute(Tuple.of(userId))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /** Inserts a token; empty if the user does not exist. */
  Future<Optional<JsonObject>> insert(
      SqlClient db,
      String id,
      String userId,
      String name,
      String hash,
      @Nullable List<String> permissions,
      Instant now,
      Instant expires) {
    return db.preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addString(id)
                .addString(userId)
                .addString(name)
                .addString(hash)
                .addArrayOfString(permissions == null ? null : permissions.toArray(String[]::new))
                .addOffsetDateTime(Timestamps.utc(now))
                .addOffsetDateTime(Timestamps.utc(expires)))
        .map(rows -> rows.stream().map(ApiTokenStore::token).findFirst());
  }

  Future<List<JsonObject>> list(SqlClient db, String userId, Instant now) {
    return db.preparedQuery(LIST)
        .execute(Tuple.of(userId, Timestamps.utc(now)))
        .map(rows -> rows.stream().map(ApiTokenStore::token).toList());
  }

  Future<Void> delete(SqlClient db, String id, String userId, Event entry) {
    return db.preparedQuery(DELETE)
        .execute(Tuple.of(id, userId, Outbox.rows(List.of(entry))))
        .mapEmpty();
  }

  private static JsonObject token(Row row) {
    String[] permissions = row.getArrayOfStrings("permissions");
    return new JsonObject()
        .put("id", row.getString("id"))
        .put("name", row.getString("name"))
        .put("permissions", permissions == null ? null : new JsonArray(List.of(permissions)))
        .put("created_at", Timestamps.format(row.getOffsetDateTime("created_at").toInstant()))
        .put("expires_at", Timestamps.format(row.getOffsetDateTime("expires_at").toInstant()));
  }
}
