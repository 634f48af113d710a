package dev.tradewind.customer.auth.credential;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the credentials of users and customers: lookup by credential, and password change. */
public final class CredentialStore {

  // Each set of credentials is looked up by itself, by indexes, however many there are. Ordered by
  // precedence.
  private static final String FIND_CREDENTIALS =
      """
      SELECT shown.position, found.*
      FROM unnest(
        $1::int[], $2::text[], $3::text[], $4::int[], $5::text[], $6::text[], $7::int[], $8::text[]
      ) AS shown (
        position, session, user_id, user_version, user_token, customer_id, customer_version,
        customer_token
      )
      CROSS JOIN LATERAL (
        SELECT 'user' AS who, 'SESSION' AS how, "user".id, coalesce(own_role, role) AS role,
          1 AS rank, NULL::text[] AS permissions, session.seen_at,
          EXISTS (
            SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
          ) AS has_second_factor
        FROM session
        JOIN "user" ON "user".id = session.user_id
        WHERE session.id_hash = shown.session
          AND session.user_expires_at > $11
          AND session.seen_at > $12
          AND session.user_credential_version = "user".credential_version
          AND "user".deleted_at IS NULL
        UNION ALL
        SELECT 'user', 'JWT', id, coalesce(own_role, role), 2, NULL, NULL,
          EXISTS (
            SELECT FROM second_factor WHERE user_id = "user".id AND confirmed_at IS NOT NULL
          )
        FROM "user"
        WHERE id = shown.user_id
          AND credential_version = shown.user_version
          AND deleted_at IS NULL
          AND EXISTS (
            SELECT FROM issued_token WHERE id = shown.user_token AND user_id = shown.user_id
          )
        UNION ALL
        SELECT 'customer', 'SESSION', customer.id, NULL, 1, NULL, session.seen_at, NULL
        FROM session
        JOIN customer ON customer.id = session.customer_id
        WHERE session.id_hash = shown.session
          AND session.customer_expires_at > $11
          AND session.seen_at > $12
          AND session.customer_credential_version = customer.credential_version
          AND customer.has_account
          AND customer.deleted_at IS NULL
        UNION ALL
        SELECT 'customer', 'JWT', id, NULL, 2, NULL, NULL, NULL
        FROM customer
        WHERE id = shown.customer_id
          AND credential_version = shown.customer_version
          AND has_account
          AND deleted_at IS NULL
          AND EXISTS (
            SELECT FROM issued_token
            WHERE id = shown.customer_token
              AND customer_id = shown.customer_id
          )
      ) AS found
      UNION ALL
      SELECT shown.position, found.*
      FROM unnest($9::int[], $10::text[]) AS shown (position, api_token)
      CROSS JOIN LATERAL (
        SELECT 'user', 'API_TOKEN', id, coalesce(own_role, role), 3, NULL::text[],
          NULL::timestamptz, NULL::boolean
        FROM "user"
        WHERE api_token_hash = shown.api_token
          AND deleted_at IS NULL
        UNION ALL
        SELECT 'user', 'API_TOKEN', "user".id, coalesce(own_role, role), 4, api_token.permissions,
          NULL, NULL
        FROM api_token
        JOIN "user" ON "user".id = api_token.user_id
        WHERE api_token.token_hash = shown.api_token
          AND api_token.expires_at > $11
          AND api_token.credential_version = "user".credential_version
          AND "user".deleted_at IS NULL
      ) AS found
      ORDER BY position, rank, id
      """;

  // Only one of several concurrent requests writes the time. A session that is changed or ended at
  // this moment is not waited for.
  private static final String SEE =
      """
      UPDATE session
      SET seen_at = $2
      WHERE id_hash IN (
        SELECT id_hash
        FROM session
        WHERE id_hash = ANY ($1)
          AND seen_at < $3
        FOR NO KEY UPDATE SKIP LOCKED
      )
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
  private static final JsonArray NO_TOKENS = new JsonArray();

  /**
   * E-mail address and password hash of an account.
   *
   * @param hash absent if the account has no password
   */
  public record Password(String email, @Nullable String hash) {}

  /**
   * Finds the users and customers of presented credentials, each row with the {@code position} of
   * its credentials, ordered by it and by precedence.
   *
   * @param idleSince sessions that were last used before it have ended
   */
  Future<RowSet<Row>> find(
      SqlClient db, List<JsonObject> documents, Instant now, Instant idleSince) {
    int count = documents.size();
    Integer[] positions = new Integer[count];
    String[] sessions = new String[count];
    Shown users = new Shown(count);
    Shown customers = new Shown(count);
    List<Integer> positionsOfTokens = new ArrayList<>();
    List<String> apiTokens = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      JsonObject one = documents.get(i);
      positions[i] = i;
      sessions[i] = one.getString("session");
      users.set(i, one.getJsonObject("user_token", NONE));
      customers.set(i, one.getJsonObject("customer_token", NONE));
      for (Object hash : one.getJsonArray("api_token_hashes", NO_TOKENS)) {
        positionsOfTokens.add(i);
        apiTokens.add((String) hash);
      }
    }
    return db.preparedQuery(FIND_CREDENTIALS)
        .execute(
            Tuple.tuple()
                .addArrayOfInteger(positions)
                .addArrayOfString(sessions)
                .addArrayOfString(users.ids)
                .addArrayOfInteger(users.versions)
                .addArrayOfString(users.tokens)
                .addArrayOfString(customers.ids)
                .addArrayOfInteger(customers.versions)
                .addArrayOfString(customers.tokens)
                .addArrayOfInteger(positionsOfTokens.toArray(Integer[]::new))
                .addArrayOfString(apiTokens.toArray(String[]::new))
                .addOffsetDateTime(Timestamps.utc(now))
                .addOffsetDateTime(Timestamps.utc(idleSince)));
  }

  /** Signed tokens of one kind of account, as columns. */
  private static final class Shown {

    private final @Nullable String[] ids;
    private final @Nullable Integer[] versions;
    private final @Nullable String[] tokens;

    Shown(int count) {
      ids = new String[count];
      versions = new Integer[count];
      tokens = new String[count];
    }

    void set(int position, JsonObject token) {
      ids[position] = token.getString("id");
      versions[position] = token.getInteger("version");
      tokens[position] = token.getString("token_id");
    }
  }

  /**
   * Notes the use of sessions.
   *
   * @param unlessAfter a later use that is noted already stays
   */
  Future<Void> see(SqlClient db, Collection<String> sessions, Instant now, Instant unlessAfter) {
    return db.preparedQuery(SEE)
        .execute(
            Tuple.tuple()
                .addArrayOfString(sessions.toArray(String[]::new))
                .addOffsetDateTime(Timestamps.utc(now))
                .addOffsetDateTime(Timestamps.utc(unlessAfter)))
        .mapEmpty();
  }

  /** Password of an account that exists. */
  public Future<Optional<Password>> findPassword(SqlClient db, Token.Surface surface, String id) {
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
  public Future<Boolean> isFreshLogin(
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
  public Future<Boolean> changePassword(
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
