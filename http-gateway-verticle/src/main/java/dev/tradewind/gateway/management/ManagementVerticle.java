package dev.tradewind.gateway.management;

import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.SecurityHeadersHandler;
import dev.tradewind.gateway.page.Pages;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.net.BindException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Management verticle: serves health, readiness, metrics, log levels, and pages of other modules,
 * on a port of its own. It is the last to stop, and also runs on a node without a gateway.
 */
public final class ManagementVerticle extends VerticleBase {

  private final ManagementConfig config;
  private final Health health;
  private final PrometheusMeterRegistry metrics;
  private final @Nullable LogLevelEndpoint logLevels;
  private final List<Pages> pages;

  /** The port speaks plain text. */
  private final SecurityHeadersHandler headers = new SecurityHeadersHandler(null);

  private @Nullable HttpServer server;

  /**
   * @param logLevels absent: log levels are not changed
   * @param pages of other modules
   */
  public ManagementVerticle(
      ManagementConfig config,
      Health health,
      PrometheusMeterRegistry metrics,
      @Nullable LogLevelEndpoint logLevels,
      List<Pages> pages) {
    this.pages = pages;
    this.logLevels = logLevels;
    this.config = config;
    this.health = health;
    this.metrics = metrics;
  }

  /** The port it listens on; differs from the configured one after a fallback. */
  public int actualPort() {
    return Objects.requireNonNull(server, "Nothing listens").actualPort();
  }

  @Override
  public Future<?> start() {
    Router router = Router.router(vertx);
    router.route().handler(headers);
    health.mount(router);
    new PrometheusEndpoint(vertx, metrics).mount(router);
    if (logLevels != null) {
      logLevels.mount(router);
    }
    pages.forEach(each -> each.mount(router));
    HttpResponses.handleFailures(router);
    return listen(router, config.port())
        .recover(failure -> {
          if (config.fallbackToFreePort() && failure instanceof BindException) {
            return listen(router, 0);
          }
          return Future.failedFuture(failure);
        })
        .onSuccess(listening -> server = listening);
  }

  @Override
  public Future<?> stop() {
    pages.forEach(Pages::close);
    return Future.succeededFuture();
  }

  private Future<HttpServer> listen(Router router, int port) {
    return vertx
        .createHttpServer()
        .requestHandler(router)
        .invalidRequestHandler(request -> HttpResponses.invalid(request, headers))
        .listen(port, config.host());
  }
}
