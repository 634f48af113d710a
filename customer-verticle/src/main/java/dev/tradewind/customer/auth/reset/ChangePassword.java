package dev.tradewind.customer.auth.reset;

import dev.tradewind.api.audit.AuditAction;
import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.customer.auth.credential.CredentialStore;
import dev.tradewind.customer.auth.session.Sessions;
import dev.tradewind.customer.password.PasswordRules;
import dev.tradewind.customer.password.Passwords;
import dev.tradewind.kernel.audit.AuditEntry;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Password change of a user or a customer. The same statement raises the version of the
 * credentials, which revokes every session and token on all nodes, except the session of the
 * request.
 */
public final class ChangePassword {

  private final CredentialStore credentials;
  private final Passwords ofStaff;
  private final Passwords ofCustomers;
  private final PasswordRules rules;
  private final Clock clock;

  public ChangePassword(
      Passwords passwords, PasswordRules rules, CredentialStore credentials, Clock clock) {
    this.ofStaff = passwords.of(Passwords.Group.STAFF);
    this.ofCustomers = passwords.of(Passwords.Group.CUSTOMERS);
    this.rules = rules;
    this.credentials = credentials;
    this.clock = clock;
  }

  /**
   * Hashes the password; slow, so it has to run before a transaction. Fails with {@code
   * InvalidData} if the policy refuses it.
   *
   * @param caller surface of the caller, whose hashing capacity it uses
   * @param owner surface of the account, whose policy applies
   */
  public Future<String> hash(
      Request request, Token.Surface caller, Token.Surface owner, String password) {
    try {
      (switch (owner) {
            case ADMIN -> rules.staff();
            case STORE -> rules.customers();
          })
          .require(password);
    } catch (Problem refused) {
      return Future.failedFuture(refused);
    }
    return (switch (caller) {
          case ADMIN -> ofStaff;
          case STORE -> ofCustomers;
        })
        .hash(ClientNetwork.of(request), password);
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
    return store(db, request, surface, id, hash, null, Sessions.hash(request), events);
  }

  /**
   * Stores the hash for a holder of a reset token, if the credentials still have the account's
   * version; keeps no session.
   */
  Future<Boolean> storeOnce(
      SqlClient db, Request request, Account account, String hash, List<Event> events) {
    return store(
        db,
        request,
        account.surface(),
        account.id(),
        hash,
        account.credentialVersion(),
        null,
        events);
  }

  /** The audit log has every change, whichever operation makes it. */
  private Future<Boolean> store(
      SqlClient db,
      Request request,
      Token.Surface surface,
      String id,
      String hash,
      @Nullable Integer onlyVersion,
      @Nullable String keptSession,
      List<Event> events) {
    Instant now = Timestamps.now(clock);
    AuditEntry entry = AuditAction.PASSWORD_CHANGE.on(id);
    List<Event> all = new ArrayList<>(events);
    all.add(
        (onlyVersion == null ? entry : entry.with(new JsonObject().put("by_reset_token", true)))
            .event(request.context(), now));
    return credentials.changePassword(db, surface, id, hash, now, onlyVersion, keptSession, all);
  }
}
