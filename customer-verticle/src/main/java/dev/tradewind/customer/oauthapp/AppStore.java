package dev.tradewind.customer.oauthapp;

import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** Store of OAuth applications. */
final class AppStore {

  private static final Ids IDS = Ids.of("oauth");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int STATE_BYTES = 24;

  // An existing row keeps its id and its data; an unchanged one is not written.
  private static final String REGISTER =
      """
      INSERT INTO oauth (
        id, application_name, display_name, install_url, uninstall_url, data, created_at
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (application_name) DO UPDATE
      SET display_name = excluded.display_name, install_url = excluded.install_url,
        uninstall_url = excluded.uninstall_url, version = oauth.version + 1
      WHERE (oauth.display_name, oauth.install_url, oauth.uninstall_url)
        IS DISTINCT FROM (excluded.display_name, excluded.install_url, excluded.uninstall_url)
      """;

  private static final String KEEP =
      """
      WITH changed AS (
        UPDATE oauth
        SET data = data || $3, version = version + 1
        WHERE id = $1
          AND data ->> 'state' = $2
        RETURNING version
      ), told AS (
      """
          + Outbox.insertAtVersionOf("$4", "changed")
          + """
          )
          SELECT version
          FROM changed
          """;

  /**
   * Inserts or updates the applications; a new one gets a random state, which its grants must
   * return.
   */
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
                    new JsonObject().put("state", state()),
                    Timestamps.utc(now)))
            .toList();
    return db.preparedQuery(REGISTER).executeBatch(rows).mapEmpty();
  }

  private static String state() {
    byte[] state = new byte[STATE_BYTES];
    RANDOM.nextBytes(state);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(state);
  }

  /** Adds the tokens to the data; false if the state has changed. */
  Future<Boolean> keep(
      SqlClient db, String id, String state, JsonObject tokens, List<Event> events) {
    return db.preparedQuery(KEEP)
        .execute(Tuple.of(id, state, tokens, Outbox.rows(events)))
        .map(changed -> changed.size() > 0);
  }
}
