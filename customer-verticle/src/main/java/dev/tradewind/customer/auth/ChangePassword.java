package dev.tradewind.customer.auth;

import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Password change of a user or a customer. The same statement raises the version of the
 * credentials, which revokes every session and token on all nodes, except the session of the
 * request.
 */
public final class ChangePassword {

  private static final String STORE =
      """
      WITH changed AS (
        UPDATE %1$s
        SET password_hash = $2, credential_version = credential_version + 1, updated_at = $3,
          version = version + 1
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
  private static final String STORE_OF_USER = STORE.formatted("\"user\"", "user", TOLD);
  private static final String STORE_OF_CUSTOMER = STORE.formatted("customer", "customer", TOLD);

  private final Passwords passwords;
  private final Clock clock;

  public ChangePassword(Passwords passwords, Clock clock) {
    this.passwords = passwords;
    this.clock = clock;
  }

  /** Hashes the password; slow, so it has to run before a transaction. */
  public Future<String> hash(String password) {
    return passwords.hash(password);
  }

  /**
   * Stores the hash; false if the account does not exist. The password of a guest is stored, but
   * opens no account.
   *
   * @param request contains the session to keep, if its operation receives it
   * @param events published with the change; they get the new version of the row
   */
  public Future<Boolean> store(
      SqlClient db,
      Request request,
      Token.Surface surface,
      String id,
      String hash,
      List<Event> events) {
    return store(db, surface, id, hash, null, Sessions.hash(request), events);
  }

  /** Stores the hash if the credentials still have the account's version; keeps no session. */
  Future<Boolean> storeOnce(SqlClient db, Account account, String hash, List<Event> events) {
    return store(
        db, account.surface(), account.id(), hash, account.credentialVersion(), null, events);
  }

  private Future<Boolean> store(
      SqlClient db,
      Token.Surface surface,
      String id,
      String hash,
      @Nullable Integer onlyVersion,
      @Nullable String keptSession,
      List<Event> events) {
    Tuple parameters =
        Tuple.tuple()
            .addString(id)
            .addString(hash)
            .addOffsetDateTime(Timestamps.utc(Timestamps.now(clock)))
            .addInteger(onlyVersion)
            .addString(keptSession)
            .addJsonArray(Outbox.rows(events));
    return db.preparedQuery(
            switch (surface) {
              case ADMIN -> STORE_OF_USER;
              case STORE -> STORE_OF_CUSTOMER;
            })
        .execute(parameters)
        .map(changed -> changed.size() > 0);
  }
}
