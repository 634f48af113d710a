package dev.tradewind.customer.auth;

import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.token.Token;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Begins and ends sessions; each login has one with an id of its own. */
final class Sessions {

  private static final String HEADER = "session";

  private final SessionStore store;
  private final SessionSettings settings;
  private final Clock clock;

  Sessions(SessionStore store, SessionSettings settings, Clock clock) {
    this.store = store;
    this.settings = settings;
    this.clock = clock;
  }

  /** What an answer carries so that the client comes back as the account. */
  record Started(String setCookie) {

    Reply on(Reply reply) {
      return reply.withHeaders(Map.of("set-cookie", setCookie));
    }
  }

  /** Follows the session that the request shows, if any. */
  Future<Started> start(SqlClient db, Request request, Account account) {
    SessionCookie cookie = SessionCookie.random();
    Instant now = Timestamps.now(clock);
    Instant expires = now.plus(settings.life());
    return store
        .start(db, cookie.hash(), hash(request), account, now, expires)
        .map(new Started(cookie.header(expires, settings.isSecure())));
  }

  /** Logs out on one surface; who is logged in on the other stays. */
  Future<Void> leave(SqlClient db, Request request, Token.Surface surface) {
    String hash = hash(request);
    return hash == null ? Future.succeededFuture() : store.leave(db, hash, surface);
  }

  /** How the session that the request shows is stored. */
  static @Nullable String hash(Request request) {
    String value = request.header(HEADER);
    return value == null ? null : new SessionCookie(value).hash();
  }
}
