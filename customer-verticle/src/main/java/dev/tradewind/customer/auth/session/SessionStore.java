package dev.tradewind.customer.auth.session;

import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Store of sessions and issued tokens. */
public final class SessionStore {

  /** Place of a login, by which its owner recognizes it. */
  public record Place(@Nullable String remoteAddress, @Nullable String userAgent) {

    private static final int MAX_AGENT_LENGTH = 500;

    public static Place of(Request request) {
      String agent = request.header("user-agent");
      return new Place(
          request.header("remote-address"),
          agent == null ? null : agent.substring(0, Math.min(agent.length(), MAX_AGENT_LENGTH)));
    }
  }

  // Replaces the old session in the same statement; a login on the other surface moves to the new
  // session with its remaining lifetime. As of tokens, the newest sessions of an account stay.
  private static final String START =
      """
      WITH ended AS (
        DELETE FROM session
        WHERE id_hash = $2
        RETURNING %2$s_id, %2$s_credential_version, %2$s_expires_at
      ),
      superfluous AS (
        DELETE FROM session
        WHERE id_hash IN (
          SELECT id_hash
          FROM session
          WHERE %1$s_id = $4
            AND id_hash IS DISTINCT FROM $2
          ORDER BY created_at DESC
          OFFSET 999
        )
      ),
      audited AS (
        %3$s
      )
      INSERT INTO session (
        id_hash, created_at, follows, opened_by, id, seen_at, remote_address, user_agent,
        %1$s_id, %1$s_credential_version, %1$s_expires_at,
        %2$s_id, %2$s_credential_version, %2$s_expires_at
      )
      SELECT $1, $3, $2, '%1$s', $7, $3, $8, $9, $4, $5, $6,
        ended.%2$s_id, ended.%2$s_credential_version, ended.%2$s_expires_at
      FROM (SELECT) AS always
      LEFT JOIN ended ON true
      RETURNING $2 IS NOT NULL AND NOT EXISTS (SELECT FROM ended) AS is_late
      """;

  // A concurrent login replaced the same session a moment ago. Only the login that it carried over
  // is copied, never its own: otherwise a holder of the old cookie would gain that identity.
  private static final String SHARE =
      """
      UPDATE session
      SET %2$s_id = sibling.%2$s_id,
        %2$s_credential_version = sibling.%2$s_credential_version,
        %2$s_expires_at = sibling.%2$s_expires_at
      FROM session AS sibling
      WHERE session.id_hash = $1
        AND sibling.id_hash <> $1
        AND sibling.follows = $2
        AND sibling.opened_by = '%1$s'
        AND sibling.created_at > $3
      """;

  private static final String START_OF_USER =
      START.formatted("user", "customer", Outbox.insert("$10"));
  private static final String START_OF_CUSTOMER =
      START.formatted("customer", "user", Outbox.insert("$10"));
  private static final String SHARE_OF_USERS = SHARE.formatted("user", "customer");
  private static final String SHARE_OF_CUSTOMERS = SHARE.formatted("customer", "user");

  /** Longest time between concurrent logins of one client. */
  private static final Duration AT_ONCE = Duration.ofSeconds(15);

  // Without a condition on the remaining logins: two concurrent logouts must both take effect.
  private static final String LEAVE =
      """
      UPDATE session
      SET %1$s_id = NULL, %1$s_credential_version = NULL, %1$s_expires_at = NULL
      WHERE id_hash = $1
      RETURNING user_id IS NULL AND customer_id IS NULL AS is_empty
      """;

  private static final String LEAVE_OF_USER = LEAVE.formatted("user");
  private static final String LEAVE_OF_CUSTOMER = LEAVE.formatted("customer");

  private static final String REMOVE_EMPTY =
      """
      DELETE FROM session
      WHERE id_hash = $1
        AND user_id IS NULL
        AND customer_id IS NULL
      """;

  // The newest tokens of an account stay; so many devices have no shopper.
  private static final String ISSUE =
      """
      WITH superfluous AS (
        DELETE FROM issued_token
        WHERE id IN (
          SELECT id
          FROM issued_token
          WHERE %1$s_id = $2
          ORDER BY created_at DESC
          OFFSET 999
        )
      )
      INSERT INTO issued_token (
        id, %1$s_id, credential_version, created_at, expires_at, remote_address, user_agent
      )
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      """;
  private static final String ISSUE_TO_USER = ISSUE.formatted("user");
  private static final String ISSUE_TO_CUSTOMER = ISSUE.formatted("customer");

  private static final String END_TOKEN = "DELETE FROM issued_token WHERE id = $1";

  private static final String REMOVE_EXPIRED_TOKENS =
      """
      DELETE FROM issued_token
      WHERE id = ANY (ARRAY(
        SELECT id
        FROM issued_token
        WHERE expires_at <= $1
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ))
      """;

  private static final String REMOVE_EXPIRED =
      """
      DELETE FROM session
      WHERE id_hash = ANY (ARRAY(
        SELECT id_hash
        FROM session
        WHERE expires_at <= $1
          OR expires_at IS NULL
        LIMIT $2
        FOR UPDATE SKIP LOCKED
      ))
      """;

  /**
   * Inserts a session and deletes the one it replaces.
   *
   * @param id under which the session is listed
   * @param oldHash absent if the client sent no session
   * @param login entry of the audit log
   */
  Future<Void> start(
      SqlClient db,
      String id,
      String hash,
      @Nullable String oldHash,
      Account account,
      Place place,
      Instant now,
      Instant expires,
      Event login) {
    return db.preparedQuery(
            switch (account.surface()) {
              case ADMIN -> START_OF_USER;
              case STORE -> START_OF_CUSTOMER;
            })
        .execute(
            Tuple.of(
                hash,
                oldHash,
                Timestamps.utc(now),
                account.id(),
                account.credentialVersion(),
                Timestamps.utc(expires),
                id,
                place.remoteAddress(),
                place.userAgent(),
                Outbox.rows(List.of(login))))
        .compose(rows -> {
          if (rows.iterator().next().getBoolean("is_late")) {
            return share(db, hash, oldHash, account.surface(), now);
          }
          return Future.succeededFuture();
        });
  }

  private static Future<Void> share(
      SqlClient db, String hash, @Nullable String oldHash, Token.Surface surface, Instant now) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> SHARE_OF_USERS;
              case STORE -> SHARE_OF_CUSTOMERS;
            })
        .execute(Tuple.of(hash, oldHash, Timestamps.utc(now.minus(AT_ONCE))))
        .mapEmpty();
  }

  /** Removes the login of one surface; deletes the session if no login is left. */
  Future<Void> leave(SqlClient db, String hash, Token.Surface surface) {
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> LEAVE_OF_USER;
              case STORE -> LEAVE_OF_CUSTOMER;
            })
        .execute(Tuple.of(hash))
        .compose(rows -> {
          if (rows.stream().anyMatch(row -> row.getBoolean("is_empty"))) {
            return db.preparedQuery(REMOVE_EMPTY).execute(Tuple.of(hash)).mapEmpty();
          }
          return Future.succeededFuture();
        });
  }

  /** Records an issued token; without its record a token is refused. */
  public Future<Void> issue(SqlClient db, Token token, Place place, Instant now, Instant expires) {
    return db.preparedQuery(
            switch (token.surface()) {
              case ADMIN -> ISSUE_TO_USER;
              case STORE -> ISSUE_TO_CUSTOMER;
            })
        .execute(
            Tuple.of(
                token.tokenId(),
                token.id(),
                token.version(),
                Timestamps.utc(now),
                Timestamps.utc(expires),
                place.remoteAddress(),
                place.userAgent()))
        .mapEmpty();
  }

  Future<Void> endToken(SqlClient db, String tokenId) {
    return db.preparedQuery(END_TOKEN).execute(Tuple.of(tokenId)).mapEmpty();
  }

  /** Deletes some expired sessions and tokens, and returns the larger of their numbers. */
  Future<Integer> removeExpired(SqlClient db, Instant now, int limit) {
    Tuple expired = Tuple.of(Timestamps.utc(now), limit);
    return db.preparedQuery(REMOVE_EXPIRED)
        .execute(expired)
        .compose(sessions ->
            db.preparedQuery(REMOVE_EXPIRED_TOKENS)
                .execute(expired)
                .map(tokens -> Math.max(sessions.rowCount(), tokens.rowCount())));
  }
}
