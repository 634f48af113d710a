package dev.tradewind.customer.oauthapp;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlResult;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Store of OAuth applications. */
public final class AppStore {

  private static final Ids IDS = Ids.of("oauth");

  // An existing row keeps its id and its data; an unchanged one is not written.
  private static final String REGISTER =
      """
      INSERT INTO oauth (
        id, application_name, display_name, install_url, uninstall_url, created_at
      )
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (application_name) DO UPDATE
      SET display_name = excluded.display_name, install_url = excluded.install_url,
        uninstall_url = excluded.uninstall_url, version = oauth.version + 1
      WHERE (oauth.display_name, oauth.install_url, oauth.uninstall_url)
        IS DISTINCT FROM (excluded.display_name, excluded.install_url, excluded.uninstall_url)
      """;

  // A state lasts until it is used or has expired, so that a page may be loaded again.
  private static final String PREPARE_STATES =
      """
      INSERT INTO oauth_state (app_id, user_id, state, expires_at)
      SELECT id, $1, replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), $3
      FROM oauth
      ON CONFLICT (app_id, user_id) DO UPDATE
      SET state = excluded.state, expires_at = excluded.expires_at
      WHERE oauth_state.expires_at <= $2
      """;

  private static final String STATES =
      """
      SELECT app_id, state
      FROM oauth_state
      WHERE user_id = $1
        AND expires_at > $2
      """;

  // Only one of several concurrent grants finds the state.
  private static final String KEEP =
      """
      WITH used AS (
        DELETE FROM oauth_state
        WHERE app_id = $1
          AND user_id = $5
          AND state = $2
          AND expires_at > $6
        RETURNING app_id
      ), changed AS (
        UPDATE oauth
        SET data = $3, version = version + 1
        FROM used
        WHERE oauth.id = used.app_id
        RETURNING version
      ), told AS (
      """
          + Outbox.insertAtVersionOf("$4", "changed")
          + """
          )
          SELECT version
          FROM changed
          """;

  private static final String STORED =
      """
      SELECT id, data
      FROM oauth
      WHERE data IS NOT NULL
        AND data <> '{}'
      """;

  private static final String REPLACE =
      """
      UPDATE oauth
      SET data = given.data
      FROM unnest($1::text[], $2::jsonb[], $3::jsonb[]) AS given (id, before, data)
      WHERE oauth.id = given.id
        AND oauth.data = given.before
      """;

  /** Inserts or updates the applications. */
  Future<Void> register(SqlClient db, List<OAuthApp> apps, Instant now) {
    List<Tuple> rows =
        apps.stream()
            .map(app ->
                Tuple.of(
                    IDS.next(),
                    app.name(),
                    app.displayName(),
                    app.installUrl(),
                    app.uninstallUrl(),
                    Timestamps.utc(now)))
            .toList();
    return db.preparedQuery(REGISTER).executeBatch(rows).mapEmpty();
  }

  /** States of the grants of a user by application; new ones where there are none. */
  Future<Map<String, String>> states(SqlClient db, String userId, Instant now, Instant expires) {
    return db.preparedQuery(PREPARE_STATES)
        .execute(Tuple.of(userId, Timestamps.utc(now), Timestamps.utc(expires)))
        .compose(prepared -> find(db, userId, now));
  }

  /** State of the next grant of a user, unless it has expired. */
  Future<Optional<String>> state(SqlClient db, String appId, String userId, Instant now) {
    return find(db, userId, now).map(states -> Optional.ofNullable(states.get(appId)));
  }

  private static Future<Map<String, String>> find(SqlClient db, String userId, Instant now) {
    return db.preparedQuery(STATES)
        .execute(Tuple.of(userId, Timestamps.utc(now)))
        .map(rows ->
            rows.stream()
                .collect(
                    Collectors.toMap(
                        row -> row.getString("app_id"), row -> row.getString("state"))));
  }

  /** Stored tokens of all applications that have some, by application. */
  Future<Map<String, JsonObject>> stored(SqlClient db) {
    return db.query(STORED)
        .execute()
        .map(rows ->
            rows.stream()
                .collect(
                    Collectors.toMap(
                        row -> row.getString("id"), row -> row.getJsonObject("data"))));
  }

  /**
   * Replaces stored tokens that are unchanged since they were read.
   *
   * @param before as they were read, by application
   * @param after as they are to be stored, by application
   */
  Future<Integer> replace(
      SqlClient db, Map<String, JsonObject> before, Map<String, JsonObject> after) {
    List<String> ids = List.copyOf(after.keySet());
    return db.preparedQuery(REPLACE)
        .execute(Tuple.of(ids.toArray(String[]::new), all(ids, before), (Object) all(ids, after)))
        .map(SqlResult::rowCount);
  }

  private static JsonObject[] all(List<String> ids, Map<String, JsonObject> data) {
    return ids.stream().map(id -> Objects.requireNonNull(data.get(id))).toArray(JsonObject[]::new);
  }

  /** Uses the state and keeps the encrypted tokens; false if the state was used meanwhile. */
  Future<Boolean> keep(
      SqlClient db,
      String id,
      String userId,
      String state,
      Instant now,
      JsonObject tokens,
      List<Event> events) {
    return db.preparedQuery(KEEP)
        .execute(Tuple.of(id, state, tokens, Outbox.rows(events), userId, Timestamps.utc(now)))
        .map(changed -> changed.size() > 0);
  }
}
