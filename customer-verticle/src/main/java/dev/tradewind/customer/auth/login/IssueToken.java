package dev.tradewind.customer.auth.login;

import dev.tradewind.customer.audit.LoginAudit;
import dev.tradewind.customer.auth.credential.TokenSettings;
import dev.tradewind.customer.auth.session.SessionStore;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Issue of a signed token (JWT) for e-mail address and password. It is recorded, so that its owner
 * can end it.
 */
public final class IssueToken {

  private final Pool pool;
  private final PasswordAuthenticator signIn;
  private final SessionStore store;
  private final JwtService tokens;
  private final TokenSettings settings;
  private final Clock clock;

  public IssueToken(
      Pool pool,
      PasswordAuthenticator signIn,
      SessionStore store,
      JwtService tokens,
      TokenSettings settings,
      Clock clock) {
    this.pool = pool;
    this.store = store;
    this.clock = clock;
    this.signIn = signIn;
    this.tokens = tokens;
    this.settings = settings;
  }

  Future<Reply> issue(Request request, Token.Surface surface) {
    return signIn
        .account(request, surface)
        .compose(account ->
            Outbox.append(
                    pool,
                    LoginAudit.login(
                        request, clock, surface, account.id(), Principal.Credential.JWT))
                .map(account))
        .compose(account -> issue(request, account.token(Ids.ulid()), settings.life(surface)))
        .map(token -> Reply.ok(new JsonObject().put("access_token", token)));
  }

  private Future<String> issue(Request request, Token token, Duration life) {
    Instant now = Timestamps.now(clock);
    return store
        .issue(pool, token, SessionStore.Place.of(request), now, now.plus(life))
        .map(stored -> tokens.issue(token, life));
  }
}
