package dev.tradewind.gateway.auth;

import dev.tradewind.gateway.contract.ApiSurface;
import dev.tradewind.kernel.operation.Principal;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** CORS headers, and the Origin check of cookie-authenticated writes (CSRF). */
public final class CorsHandler implements SecurityPolicyHandler {

  private static final String METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

  private final Map<ApiSurface, AllowedOrigins> allowed;
  private final Set<String> ownSchemes;

  /**
   * @param ownSchemes schemes of the URLs under which browsers reach this gateway
   */
  public CorsHandler(AllowedOrigins store, AllowedOrigins admin, Set<String> ownSchemes) {
    this.ownSchemes = ownSchemes;
    this.allowed = Map.of(ApiSurface.STORE, store, ApiSurface.ADMIN, admin);
  }

  @Override
  public void handle(RoutingContext context) {
    HttpServerRequest request = context.request();
    AllowedOrigins origins = originsOf(context.normalizedPath());
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origins.isEmpty()) {
      context.next();
      return;
    }
    HttpServerResponse response = context.response();
    response.putHeader(HttpHeaders.VARY, "Origin");
    if (origin == null || !origins.allow(origin)) {
      context.next();
      return;
    }
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    if (request.method().equals(HttpMethod.OPTIONS)) {
      preflight(request, response);
    } else {
      context.next();
    }
  }

  private AllowedOrigins originsOf(String path) {
    for (Map.Entry<ApiSurface, AllowedOrigins> entry : allowed.entrySet()) {
      if (entry.getKey().contains(path)) {
        return entry.getValue();
      }
    }
    return AllowedOrigins.NONE;
  }

  private static void preflight(HttpServerRequest request, HttpServerResponse response) {
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_METHODS, METHODS);
    response.putHeader(HttpHeaders.VARY, "Origin, Access-Control-Request-Headers");
    String headers = request.getHeader(HttpHeaders.ACCESS_CONTROL_REQUEST_HEADERS);
    if (headers != null && !headers.isBlank()) {
      response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_HEADERS, headers);
    }
    response.setStatusCode(204).end();
  }

  /**
   * Browsers attach cookies to requests of any page, so a cookie-authenticated write must come from
   * an allowed origin or the gateway's own. Other clients send no origin.
   */
  public void checkCookieWrite(HttpServerRequest request, ApiSurface surface) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null
        && !allowed.getOrDefault(surface, AllowedOrigins.NONE).allow(origin)
        && !isOurs(origin, request.authority())) {
      throw new Problem.Forbidden("The origin of the request is not allowed").toException();
    }
  }

  /** Whether the credential is one that a browser attaches by itself. */
  public static boolean isByCookie(Principal principal) {
    return principal.credential() == Principal.Credential.SESSION;
  }

  private boolean isOurs(String origin, @Nullable HostAndPort authority) {
    if (authority == null) {
      return false;
    }
    try {
      URI uri = URI.create(origin);
      int standard = "https".equals(uri.getScheme()) ? 443 : 80;
      int port = uri.getPort() < 0 ? standard : uri.getPort();
      // A proxy that terminates TLS omits the standard port of its scheme.
      int asked = authority.port() <= 0 ? standard : authority.port();
      return uri.getScheme() != null
          && ownSchemes.contains(uri.getScheme())
          && uri.getHost() != null
          && uri.getHost()
              .toLowerCase(Locale.ROOT)
              .equals(authority.host().toLowerCase(Locale.ROOT))
          && port == asked;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
