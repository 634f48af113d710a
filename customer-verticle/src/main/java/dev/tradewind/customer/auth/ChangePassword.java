package dev.tradewind.customer.auth;

import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives a user or a customer another password. In the same statement their credentials get a new
 * version, by which every session and every token that they had has ended on all nodes; only the
 * session in which the change was asked for stays.
 */
public final class ChangePassword {

  private final Passwords passwords;
  private final Clock clock;

  public ChangePassword(Passwords passwords, Clock clock) {
    this.passwords = passwords;
    this.clock = clock;
  }

  /** What to store of a password; takes its time, so before a transaction and not in one. */
  public Future<String> hash(String password) {
    return passwords.hash(password);
  }

  /**
   * Stores the hash, and answers whether there is somebody to store it for. A password of a guest
   * is stored alike and opens no account.
   *
   * @param request shows the session that stays, where its operation gets to see it
   * @param events that become true with it; they take the version that the row gets
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

  /** The same for credentials of one version alone, and with no session that stays. */
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
    return CredentialStore.changePassword(
        db, surface, id, hash, Timestamps.now(clock), onlyVersion, keptSession, events);
  }
}
