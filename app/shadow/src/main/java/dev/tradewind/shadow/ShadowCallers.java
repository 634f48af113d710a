package dev.tradewind.shadow;

import dev.tradewind.api.customer.RolePermissions;
import dev.tradewind.gateway.auth.Caller;
import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Callers of reads by credentials of the v1 server, which this service cannot verify: the v1 server
 * is asked whose they are. The result is for comparisons only, never for a response.
 */
final class ShadowCallers {

  private static final List<String> CREDENTIALS =
      List.of("cookie", "authorization", "x-medusa-access-token");

  private static final String SESSION = "connect.sid=";
  private static final Duration KEPT = Duration.ofMinutes(1);
  private static final int MAX_KEPT = 1_000;

  /** Answer about credentials; a null caller: the v1 server did not tell. */
  private record Known(Future<Optional<Caller>> caller, Instant until) {}

  private final V1Proxy v1;
  private final Clock clock;

  /** By the hash of the credentials, the oldest first. */
  private final Map<String, Known> known =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Known> eldest) {
          return size() > MAX_KEPT;
        }
      };

  ShadowCallers(V1Proxy v1, Clock clock) {
    this.v1 = v1;
    this.clock = clock;
  }

  /** Whether a request has a credential, valid or not. */
  static boolean hasCredential(HttpServerRequest request) {
    String cookies = request.getHeader("cookie");
    return request.headers().contains("authorization")
        || request.headers().contains("x-medusa-access-token")
        || (cookies != null && cookies.contains(SESSION));
  }

  /**
   * Whether a request has a session or a token of a login. Tokens of the API, which have no dots
   * and are known to both shops, are none.
   *
   * @param knowsTokens whether this service verifies tokens of the v1 server
   */
  static boolean hasLogin(HttpServerRequest request, boolean knowsTokens) {
    String bearer = request.getHeader("authorization");
    return hasCredential(request)
        && !request.headers().contains("x-medusa-access-token")
        && (bearer == null || (bearer.indexOf('.') >= 0 && !knowsTokens));
  }

  /** The caller as the v1 server sees it; empty if it does not tell. */
  Future<Optional<Caller>> of(HttpServerRequest request, ApiSurface surface) {
    if (!hasCredential(request)) {
      return Future.succeededFuture(Optional.of(Caller.ANONYMOUS));
    }
    MultiMap credentials = MultiMap.caseInsensitiveMultiMap();
    StringBuilder all = new StringBuilder(surface.label());
    for (String name : CREDENTIALS) {
      String value = request.getHeader(name);
      if (value != null) {
        credentials.set(name, value);
        all.append('\n').append(name).append(value);
      }
    }
    String key = Sha256.of(all.toString());
    Instant now = clock.instant();
    Known before = known.get(key);
    if (before != null && now.isBefore(before.until())) {
      return before.caller();
    }
    Future<Optional<Caller>> asked =
        v1.holder(
                credentials,
                surface.root() + "/auth",
                surface == ApiSurface.ADMIN ? "user" : "customer")
            .map(id -> Optional.of(caller(surface, id)))
            .otherwise(Optional.empty());
    known.remove(key);
    known.put(key, new Known(asked, now.plus(KEPT)));
    return asked;
  }

  /** Every user of the v1 server may do everything. */
  private static Caller caller(ApiSurface surface, @Nullable String id) {
    if (id == null) {
      return Caller.ANONYMOUS;
    }
    Principal.Kind kind =
        surface == ApiSurface.ADMIN ? Principal.Kind.USER : Principal.Kind.CUSTOMER;
    return new Caller(
        new Principal(kind, id, Principal.Credential.JWT),
        kind == Principal.Kind.USER ? RolePermissions.ADMIN : null,
        true,
        null,
        null);
  }
}
