package dev.tradewind.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;

/**
 * Security headers of every response. Responses are neither stored nor interpreted as anything but
 * their content type; pages and the public catalog replace the headers that they need otherwise.
 */
public final class SecurityHeadersHandler implements PlatformHandler {

  private static final String ONE_YEAR = "max-age=31536000";

  private final boolean requiresTls;

  /**
   * @param requiresTls whether clients are told to use TLS only
   */
  public SecurityHeadersHandler(boolean requiresTls) {
    this.requiresTls = requiresTls;
  }

  @Override
  public void handle(RoutingContext context) {
    HttpServerResponse response = context.response();
    response
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (requiresTls) {
      response.putHeader("Strict-Transport-Security", ONE_YEAR);
    }
    context.next();
  }
}
