package dev.tradewind.customer.auth;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.token.Token;
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
import org.jspecify.annotations.Nullable;

/** SQL of the credentials of users and customers: lookup by credential, and password change. */
final class CredentialStore {

  // Ordered by precedence.
  private static final String FIND_CREDENTIALS =
      """
      SELECT 'user' AS who, 'SESSION' AS how, "user".id, coalesce(own_role, role) AS role, 1 AS rank,
        NULL::text[] AS permissions, session.seen_at,
        EXISTS (
          SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
        ) AS has_second_factor
      FROM session
      JOIN "user" ON "user".id = session.user_id
      WHERE session.id_hash = $1
        AND session.user_expires_at > $2
        AND session.seen_at > $8
        AND session.user_credential_version = "user".credential_version
        AND "user".deleted_at IS NULL
      UNION ALL
      SELECT 'user', 'JWT', id, coalesce(own_role, role), 2, NULL, NULL,
        EXISTS (
          SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
        )
      FROM "user"
      WHERE id = $3
        AND credential_version = $4
        AND deleted_at IS NULL
        AND EXISTS (SELECT FROM issued_token WHERE id = $9 AND user_id = $3)
      UNION ALL
      SELECT 'user', 'API_TOKEN', id, coalesce(own_role, role), 3, NULL, NULL, NULL
      FROM "user"
      WHERE api_token_hash = ANY ($5)
        AND deleted_at IS NULL
      UNION ALL
      SELECT 'user', 'API_TOKEN', "user".id, coalesce(own_role, role), 4, api_token.permissions, NULL, NULL
      FROM api_token
      JOIN "user" ON "user".id = api_token.user_id
      WHERE api_token.token_hash = ANY ($5)
        AND api_token.expires_at > $2
        AND api_token.credential_version = "user".credential_version
        AND "user".deleted_at IS NULL
      UNION ALL
      SELECT 'customer', 'SESSION', customer.id, NULL, 1, NULL, session.seen_at, NULL
      FROM session
      JOIN customer ON customer.id = session.customer_id
      WHERE session.id_hash = $1
        AND session.customer_expires_at > $2
        AND session.seen_at > $8
        AND session.customer_credential_version = customer.credential_version
        AND customer.has_account
        AND customer.deleted_at IS NULL
      UNION ALL
      SELECT 'customer', 'JWT', id, NULL, 2, NULL, NULL, NULL
      FROM customer
      WHERE id = $6
        AND credential_version = $7
        AND has_account
        AND deleted_at IS NULL
        AND EXISTS (SELECT FROM issued_token WHERE id = $10 AND customer_id = $6)
      ORDER BY rank, id
      """;

  // Only one of several concurrent requests writes the time.
  private static final String SEE =
      """
      UPDATE session
      SET seen_at = $2
      WHERE id_hash = $1
        AND seen_at < $3
      """;

  private static final String CHANGE =
      """
      WITH changed AS (
        UPDATE %1$s
        SET password_hash = $2, credential_version = credential_version + 1, updated_at = $3,
          version = version + 1%4$s
        WHERE id = $1
          AND deleted_at IS NULL
          AND credential_version = coalesce($4, credential_version)
        RETURNING id, version, credential_version
      ), kept AS (
        UPDATE session
        SET %2$s_credential_version = changed.credential_version
        FROM changed
        WHERE session.id_hash = $5
          AND session.%2$s_id = changed.id
          AND session.%2$s_credential_version = changed.credential_version - 1
      ), told AS (
        %3$s
      )
      SELECT version
      FROM changed
      """;

  private static final String TOLD = Outbox.insertAtVersionOf("$6", "changed");

  private static final String CHANGE_OF_USER =
      CHANGE.formatted("\"user\"", "user", TOLD, ", api_token_hash = NULL");

  private static final String CHANGE_OF_CUSTOMER =
      CHANGE.formatted("customer", "customer", TOLD, "");

  private static final String FIND_PASSWORD =
      """
      SELECT email, password_hash
      FROM %s
      WHERE id = $1
        AND deleted_at IS NULL
      """;
  private static final String FIND_PASSWORD_OF_USER = FIND_PASSWORD.formatted("\"user\"");
  private static final String FIND_PASSWORD_OF_CUSTOMER = FIND_PASSWORD.formatted("customer");

  private static final String IS_FRESH =
      """
      SELECT
      FROM session
      WHERE id_hash = $1
        AND %1$s_id = $2
        AND opened_by = '%1$s'
        AND created_at > $3
      """;
  private static final String IS_FRESH_OF_USER = IS_FRESH.formatted("user");
  private static final String IS_FRESH_OF_CUSTOMER = IS_FRESH.formatted("customer");

  private static final JsonObject NONE = new JsonObject();

  /**
   * E-mail address and password hash of an account.
   *
   * @param hash absent if the account has no password
   */
  record Password(String email, @Nullable String hash) {}

  private CredentialStore() {}

  /**
   * Finds the users and customers of the presented credentials, ordered by precedence.
   *
   * @param idleSince sessions that were last used before it have ended
   */
  static Future<RowSet<Row>> find(SqlClient db, JsonObject shown, Instant now, Instant idleSince) {
    JsonObject user = shown.getJsonObject("user_token", NONE);
    JsonObject customer = shown.getJsonObject("customer_token", NONE);
    return db.preparedQuery(FIND_CREDENTIALS)
        .execute(
            Tuple.tuple()
                .addString(shown.getString("session"))
                .addOffsetDateTime(Timestamps.utc(now))
                .addString(user.getString("id"))
                .addInteger(user.getInteger("version"))
                .addArrayOfString(
                    shown.getJsonArray("api_token_hashes", new JsonArray()).stream()
                        .map(String.class::cast)
                        .toArray(String[]::new))
                .addString(customer.getString("id"))
                .addInteger(customer.getInteger("version"))
                .addOffsetDateTime(Timestamps.utc(idleSince))
                .addString(user.getString("token_id"))
                .addString(customer.getString("token_id")));
  }

  /**
   * Notes the use of a session.
   *
   * @param unlessAfter a later use that is noted already stays
   */
  static Future<Void> see(SqlClient db, String session, Instant now, Instant unlessAfter) {
    return db.preparedQuery(SEE)
        .execute(Tuple.of(session, Timestamps.utc(now), Timestamps.utc(unlessAfter)))
        .mapEmpty();
  }

  /** Password of an account that exists. */
  static Future<Optional<Password>> findPassword(SqlClient db, Token.Surface surface, String id) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> FIND_PASSWORD_OF_USER;
              case STORE -> FIND_PASSWORD_OF_CUSTOMER;
            })
        .execute(Tuple.of(id))
        .map(rows ->
            rows.stream()
                .map(row -> new Password(row.getString("email"), row.getString("password_hash")))
                .findFirst());
  }

  /** Whether the account has opened that session after that time. */
  static Future<Boolean> isFreshLogin(
      SqlClient db, Token.Surface surface, String id, String session, Instant after) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> IS_FRESH_OF_USER;
              case STORE -> IS_FRESH_OF_CUSTOMER;
            })
        .execute(Tuple.of(session, id, Timestamps.utc(after)))
        .map(rows -> rows.size() > 0);
  }

  /**
   * Replaces the password hash of an account; false if no account matches.
   *
   * @param onlyVersion required version of the credentials; absent if any version matches
   * @param keptSession hash of the session that stays valid
   */
  static Future<Boolean> changePassword(
      SqlClient db,
      Token.Surface surface,
      String id,
      String passwordHash,
      Instant now,
      @Nullable Integer onlyVersion,
      @Nullable String keptSession,
      List<Event> events) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> CHANGE_OF_USER;
              case STORE -> CHANGE_OF_CUSTOMER;
            })
        .execute(
            Tuple.tuple()
                .addString(id)
                .addString(passwordHash)
                .addOffsetDateTime(Timestamps.utc(now))
                .addInteger(onlyVersion)
                .addString(keptSession)
                .addJsonArray(Outbox.rows(events)))
        .map(changed -> changed.size() > 0);
  }
}
