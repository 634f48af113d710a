package dev.tradewind.customer.auth;

import dev.tradewind.customer.audit.LoginAudit;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.time.Clock;

/** Issue of a signed token (JWT) for e-mail address and password. */
final class IssueToken {

  private final Pool pool;
  private final PasswordAuthenticator signIn;
  private final JwtService tokens;
  private final TokenSettings settings;
  private final Clock clock;

  IssueToken(
      Pool pool,
      PasswordAuthenticator signIn,
      JwtService tokens,
      TokenSettings settings,
      Clock clock) {
    this.pool = pool;
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
        .map(account -> tokens.issue(account.token(), settings.life(surface)))
        .map(token -> Reply.ok(new JsonObject().put("access_token", token)));
  }
}
