package dev.tradewind.customer.auth.session;

import dev.tradewind.customer.audit.LoginAudit;
import dev.tradewind.customer.auth.account.Account;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Session lifecycle; each login creates a session with a new id. */
public final class Sessions {

  private static final String HEADER = "session";
  private static final String TOKEN_ID = "token-id";
  private static final Ids IDS = Ids.of("sess");

  private final SessionStore store;
  private final SessionSettings settings;
  private final Clock clock;

  public Sessions(SessionStore store, SessionSettings settings, Clock clock) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
  }

  /** Header of the reply that makes the client return with the session. */
  public record Started(String setCookie) {

    public Reply on(Reply reply) {
      return reply.withHeaders(Map.of("set-cookie", setCookie));
    }
  }

  /** Starts a session that replaces the one of the request. */
  public Future<Started> start(SqlClient db, Request request, Account account) {
    SessionCookie cookie = SessionCookie.random();
    Instant now = Timestamps.now(clock);
    Instant expires = now.plus(settings.life());
    return store
        .start(
            db,
            IDS.next(),
            cookie.hash(),
            hash(request),
            account,
            SessionStore.Place.of(request),
            now,
            expires,
            LoginAudit.login(
                request, clock, account.surface(), account.id(), Principal.Credential.SESSION))
        .map(new Started(cookie.header(expires, settings)));
  }

  /**
   * Ends the session and the token of the request on one surface; a login on the other one is kept.
   */
  public Future<Void> leave(SqlClient db, Request request, Token.Surface surface) {
    String hash = hash(request);
    String tokenId = request.header(TOKEN_ID);
    return (hash == null ? Future.<Void>succeededFuture() : store.leave(db, hash, surface))
        .compose(left -> tokenId == null ? Future.succeededFuture() : store.endToken(db, tokenId));
  }

  /** Hash of the session in the request. */
  public static @Nullable String hash(Request request) {
    String value = request.header(HEADER);
    return value == null ? null : new SessionCookie(value).hash();
  }
}
