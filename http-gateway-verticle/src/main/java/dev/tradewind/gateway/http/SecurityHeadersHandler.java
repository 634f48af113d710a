package dev.tradewind.gateway.http;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.PlatformHandler;
import org.jspecify.annotations.Nullable;

/**
 * Security headers of every response, also of those that no route makes. Responses are neither
 * stored nor interpreted as anything but their content type; pages and the public catalog replace
 * the headers that they need otherwise.
 */
public final class SecurityHeadersHandler implements PlatformHandler {

  private static final String POLICY =
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

  private final @Nullable String strictTransportSecurity;

  /**
   * @param strictTransportSecurity value of the HSTS header, which tells clients to use TLS only;
   *     null: none
   */
  public SecurityHeadersHandler(@Nullable String strictTransportSecurity) {
    this.strictTransportSecurity = strictTransportSecurity;
  }

  @Override
  public void handle(RoutingContext context) {
    addTo(context.response());
    context.next();
  }

  void addTo(HttpServerResponse response) {
    response
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("Content-Security-Policy", POLICY)
        .putHeader("Referrer-Policy", "no-referrer")
        .putHeader("X-Content-Type-Options", "nosniff");
    if (strictTransportSecurity != null) {
      response.putHeader("Strict-Transport-Security", strictTransportSecurity);
    }
  }
}
