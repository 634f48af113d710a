package dev.tradewind.customer.login;

import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Store of the logins of an account: sessions and issued tokens. */
public final class LoginStore {

  /**
   * Login of a request, which an owner may keep.
   *
   * @param sessionHash hash of the session, if it has one
   * @param tokenId id of the token, if it has one
   */
  record Present(@Nullable String sessionHash, @Nullable String tokenId) {
    static final Present NONE = new Present(null, null);
  }

  private static final String LIST =
      """
      SELECT session.id, 'session' AS kind, session.created_at, session.seen_at,
        session.%1$s_expires_at AS expires_at, remote_address, user_agent,
        session.id_hash IS NOT DISTINCT FROM $3 AS is_current
      FROM session
      JOIN %2$s AS account ON account.id = session.%1$s_id
      WHERE session.%1$s_id = $1
        AND session.%1$s_expires_at > $2
        AND session.%1$s_credential_version = account.credential_version
      UNION ALL
      SELECT issued_token.id, 'token', issued_token.created_at, NULL, issued_token.expires_at,
        remote_address, user_agent, issued_token.id IS NOT DISTINCT FROM $4
      FROM issued_token
      JOIN %2$s AS account ON account.id = issued_token.%1$s_id
      WHERE issued_token.%1$s_id = $1
        AND issued_token.expires_at > $2
        AND issued_token.credential_version = account.credential_version
      ORDER BY created_at DESC, id
      """;
  private static final String LIST_OF_USER = LIST.formatted("user", "\"user\"");
  private static final String LIST_OF_CUSTOMER = LIST.formatted("customer", "customer");

  // A login on the other surface with the same session goes on; a session without any is deleted
  // with
  // the expired ones.
  private static final String END =
      """
      WITH token AS (
        DELETE FROM issued_token
        WHERE %1$s_id = $1
          AND id = coalesce($2, id)
          AND id IS DISTINCT FROM $4
      )
      UPDATE session
      SET %1$s_id = NULL, %1$s_credential_version = NULL, %1$s_expires_at = NULL
      WHERE %1$s_id = $1
        AND id = coalesce($2, id)
        AND id_hash IS DISTINCT FROM $3
      """;
  private static final String END_OF_USER = END.formatted("user");
  private static final String END_OF_CUSTOMER = END.formatted("customer");

  /** Logins that are in effect, the newest first. */
  Future<List<JsonObject>> list(
      SqlClient db, Token.Surface surface, String accountId, Present current, Instant now) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> LIST_OF_USER;
              case STORE -> LIST_OF_CUSTOMER;
            })
        .execute(Tuple.of(accountId, Timestamps.utc(now), current.sessionHash(), current.tokenId()))
        .map(rows -> rows.stream().map(LoginStore::login).toList());
  }

  private static JsonObject login(Row row) {
    OffsetDateTime seen = row.getOffsetDateTime("seen_at");
    return new JsonObject()
        .put("id", row.getString("id"))
        .put("kind", row.getString("kind"))
        .put("created_at", Timestamps.format(row.getOffsetDateTime("created_at").toInstant()))
        .put("seen_at", seen == null ? null : Timestamps.format(seen.toInstant()))
        .put("expires_at", Timestamps.format(row.getOffsetDateTime("expires_at").toInstant()))
        .put("remote_address", row.getString("remote_address"))
        .put("user_agent", row.getString("user_agent"))
        .put("is_current", row.getBoolean("is_current"));
  }

  /**
   * Ends logins of an account.
   *
   * @param id of the one login to end; absent for all
   * @param kept login that stays
   */
  Future<Void> end(
      SqlClient db, Token.Surface surface, String accountId, @Nullable String id, Present kept) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> END_OF_USER;
              case STORE -> END_OF_CUSTOMER;
            })
        .execute(Tuple.of(accountId, id, kept.sessionHash(), kept.tokenId()))
        .mapEmpty();
  }
}
