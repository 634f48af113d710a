package dev.tradewind.gateway;

import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.OperationBus;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Owns the HTTP port. Several instances share it. Undeploying drains: it says that it is leaving,
 * stops listening, and waits for what is in flight.
 */
public final class GatewayVerticle extends VerticleBase {

  private static final Logger LOG = LoggerFactory.getLogger(GatewayVerticle.class);
  private static final int LONGEST_LINE = 16 * 1024;
  private static final int LARGEST_HEADERS = 16 * 1024;
  private static final int IDLE_SECONDS = 75;

  private final GatewayConfig config;
  private final Clock clock;
  private @Nullable Health health;
  private @Nullable HttpServer server;

  public GatewayVerticle(GatewayConfig config, Clock clock) {
    this.config = config;
    this.clock = clock;
  }

  /** Where it listens; with port 0 configured the one that the system chose. */
  public int actualPort() {
    return Objects.requireNonNull(server, "The gateway is not listening").actualPort();
  }

  @Override
  public Future<?> start() {
    Health created = new Health(vertx);
    health = created;
    Dispatcher dispatcher = new Dispatcher(new OperationBus(vertx, clock), config, clock);
    return vertx
        .executeBlocking(Contract::load)
        .compose(contract -> new Routes(contract, dispatcher, created).router(vertx))
        .compose(router -> created.start().map(router))
        .compose(this::listen);
  }

  private Future<HttpServer> listen(Router router) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(config.host())
            .setPort(config.port())
            .setMaxInitialLineLength(LONGEST_LINE)
            .setMaxHeaderSize(LARGEST_HEADERS)
            .setIdleTimeout(IDLE_SECONDS)
            // Who wants HTTP/2 wants TLS, and has a proxy in front; connections end in one way here.
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true);
    return vertx
        .createHttpServer(options)
        .connectionHandler(Farewell::prepare)
        .requestHandler(router)
        .invalidRequestHandler(Answers::invalid)
        .listen()
        .recover(failure ->
            Future.failedFuture(
                new IllegalStateException(
                    "Cannot listen on "
                        + config.host()
                        + ":"
                        + config.port()
                        + ": "
                        + failure.getMessage(),
                    failure)))
        .onSuccess(listening -> server = listening);
  }

  @Override
  public Future<?> stop() {
    if (health != null) {
      health.leave();
    }
    HttpServer listening = server;
    if (listening == null) {
      return Future.succeededFuture();
    }
    LOG.info("Draining port {}", listening.actualPort());
    long notice = config.drainNotice().toMillis();
    Future<?> noticed = notice == 0 ? Future.succeededFuture() : vertx.timer(notice);
    return noticed.compose(
        left -> listening.shutdown(config.drainTimeout().toMillis(), TimeUnit.MILLISECONDS));
  }
}
