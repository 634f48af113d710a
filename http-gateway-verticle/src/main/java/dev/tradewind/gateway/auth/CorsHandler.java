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
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** CORS headers, and the Origin check of cookie-authenticated writes (CSRF). */
public final class CorsHandler implements SecurityPolicyHandler {

  private static final String METHODS = "GET,HEAD,PUT,PATCH,POST,DELETE";

  /** Without their names, pages of other origins could read neither. */
  private static final String EXPOSED = "Retry-After, X-Request-Id";

  private static final int MAX_SHOWN_LENGTH = 200;

  private static final Logger LOG = LoggerFactory.getLogger(CorsHandler.class);

  /** Refused origins that were logged, once by all gateways of the node: clients choose them. */
  private static final Set<String> REPORTED = ConcurrentHashMap.newKeySet();

  private static final int MAX_REPORTED = 100;

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
    answerPreflight(context, surfaceOf(context.normalizedPath()));
  }

  /**
   * Allows an origin of a surface to read the response, and answers its preflight; any other
   * request goes on.
   *
   * @param surface absent for a path of none
   */
  public void answerPreflight(RoutingContext context, @Nullable ApiSurface surface) {
    if (surface != null
        && allow(context, surface)
        && context.request().method().equals(HttpMethod.OPTIONS)) {
      preflight(context.request(), context.response());
    } else {
      context.next();
    }
  }

  /**
   * Allows an origin of a surface to read the response.
   *
   * @return whether the request has one
   */
  public boolean allow(RoutingContext context, ApiSurface surface) {
    HttpServerRequest request = context.request();
    AllowedOrigins origins = allowed.getOrDefault(surface, AllowedOrigins.NONE);
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    HttpServerResponse response = context.response();
    if (!origins.isEmpty()) {
      response.putHeader(HttpHeaders.VARY, "Origin");
    }
    if (origin == null || !origins.allow(origin)) {
      if (origin != null && isCrossOriginRead(origin, request)) {
        reportRefused(origin, surface);
      }
      return false;
    }
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    response.putHeader(HttpHeaders.ACCESS_CONTROL_ALLOW_CREDENTIALS, "true");
    if (!request.method().equals(HttpMethod.OPTIONS)) {
      response.putHeader(HttpHeaders.ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
    }
    return true;
  }

  private @Nullable ApiSurface surfaceOf(String path) {
    return allowed.keySet().stream()
        .filter(surface -> surface.contains(path))
        .findFirst()
        .orElse(null);
  }

  /** Browsers name the origin of a read, or send a preflight, only if it is another one. */
  private boolean isCrossOriginRead(String origin, HttpServerRequest request) {
    HttpMethod method = request.method();
    return (method.equals(HttpMethod.OPTIONS)
            || method.equals(HttpMethod.GET)
            || method.equals(HttpMethod.HEAD))
        && !isOurs(origin, request.authority());
  }

  private static void reportRefused(String origin, ApiSurface surface) {
    if (isReported(REPORTED, surface + " " + shortened(origin))) {
      LOG.info(
          "Refused the origin {}; TRADEWIND_{}_CORS would allow it",
          shortened(origin),
          surface.name());
    }
  }

  /** Whether a refused origin is new, and one of those that are remembered. */
  static boolean isReported(Set<String> reported, String origin) {
    return reported.size() < MAX_REPORTED && reported.add(origin);
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
   *
   * @param baseUrl URL under which clients reach the gateway: the configured one, or the one that
   *     trusted proxies report
   */
  public void checkCookieWrite(HttpServerRequest request, ApiSurface surface, String baseUrl) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null && !isAllowed(origin, request, surface, baseUrl)) {
      reportRefused(origin, surface);
      throw Problem.forbidden(
          "The origin %s is not allowed. Pages of %s may write; another public URL is set as"
                  .formatted(shortened(origin), baseUrl)
              + " TRADEWIND_PUBLIC_URL, other origins as TRADEWIND_%s_CORS"
                  .formatted(surface.name()));
    }
  }

  /**
   * Whether a read may come from a page of another site, or is a navigation or the load of a
   * resource such as an image. Browsers name the origin of such a page, or describe the request by
   * Fetch Metadata ({@code Sec-Fetch-*}); other clients send neither.
   */
  public boolean isCrossSiteRead(HttpServerRequest request, ApiSurface surface, String baseUrl) {
    String origin = request.getHeader(HttpHeaders.ORIGIN);
    if (origin != null) {
      return !isAllowed(origin, request, surface, baseUrl);
    }
    String site = request.getHeader("Sec-Fetch-Site");
    String destination = request.getHeader("Sec-Fetch-Dest");
    return (site != null && !site.equals("same-origin"))
        || (destination != null && !destination.equals("empty"));
  }

  private boolean isAllowed(
      String origin, HttpServerRequest request, ApiSurface surface, String baseUrl) {
    return allowed.getOrDefault(surface, AllowedOrigins.NONE).allow(origin)
        || isOurs(origin, request.authority())
        || isOriginOf(origin, baseUrl);
  }

  private static String shortened(String origin) {
    if (origin.length() <= MAX_SHOWN_LENGTH) {
      return origin;
    }
    return origin.substring(0, MAX_SHOWN_LENGTH) + "...";
  }

  /** Whether the credential is one that a browser attaches by itself. */
  public static boolean isByCookie(Principal principal) {
    return principal.credential() == Principal.Credential.SESSION;
  }

  private boolean isOurs(String origin, @Nullable HostAndPort authority) {
    if (authority == null) {
      return false;
    }
    URI uri = parsed(origin);
    // A proxy that terminates TLS omits the default port of its scheme.
    return uri != null
        && ownSchemes.contains(uri.getScheme())
        && isHost(uri.getHost(), authority.host())
        && port(uri) == (authority.port() <= 0 ? defaultPort(uri) : authority.port());
  }

  private static boolean isOriginOf(String origin, String url) {
    URI uri = parsed(origin);
    URI own = parsed(url);
    return uri != null
        && own != null
        && uri.getScheme().equals(own.getScheme())
        && isHost(uri.getHost(), own.getHost())
        && port(uri) == port(own);
  }

  private static boolean isHost(String one, String other) {
    return one.toLowerCase(Locale.ROOT).equals(other.toLowerCase(Locale.ROOT));
  }

  private static int port(URI uri) {
    return uri.getPort() < 0 ? defaultPort(uri) : uri.getPort();
  }

  private static int defaultPort(URI uri) {
    return "https".equals(uri.getScheme()) ? 443 : 80;
  }

  /** Null unless it has a scheme and a host. */
  private static @Nullable URI parsed(String url) {
    try {
      URI uri = URI.create(url);
      return uri.getScheme() == null || uri.getHost() == null ? null : uri;
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }
}
