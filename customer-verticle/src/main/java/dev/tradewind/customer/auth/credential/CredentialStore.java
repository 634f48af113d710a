package dev.tradewind.customer.auth.credential;

import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** SQL of the passwords of users and customers, and of their change. */
public final class CredentialStore {

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

  /**
   * E-mail address and password hash of an account.
   *
   * @param hash absent if the account has no password
   */
  public record Password(String email, @Nullable String hash) {}

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
