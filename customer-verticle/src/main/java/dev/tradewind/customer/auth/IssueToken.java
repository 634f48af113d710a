package dev.tradewind.customer.auth;

import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.token.JwtService;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;

/** Issue of a signed token (JWT) for e-mail address and password. */
final class IssueToken {

  private final PasswordAuthenticator signIn;
  private final JwtService tokens;
  private final TokenSettings settings;

  IssueToken(PasswordAuthenticator signIn, JwtService tokens, TokenSettings settings) {
    this.signIn = signIn;
    this.tokens = tokens;
    this.settings = settings;
  }

  Future<Reply> issue(Request request, Token.Surface surface) {
    return signIn
        .account(request, surface)
        .map(account -> tokens.issue(account.token(), settings.life(surface)))
        .map(token -> Reply.ok(new JsonObject().put("access_token", token)));
  }
}
