package dev.tradewind.gateway;

import dev.tradewind.gateway.access.Authenticator;
import dev.tradewind.gateway.access.CrossOrigin;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.kernel.operation.OperationBus;
import dev.tradewind.kernel.token.Tokens;
import dev.tradewind.model.batch.FileClient;
import dev.tradewind.model.customer.CustomerClient;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
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
  private final GatewayServices node;
  private final Entrance entrance = new Entrance();
  private @Nullable HttpServer server;

  public GatewayVerticle(GatewayConfig config, GatewayServices node) {
    this.config = config;
    this.node = node;
  }

  /** Where it listens; with port 0 configured the one that the system chose. */
  public int actualPort() {
    return Objects.requireNonNull(server, "The gateway is not listening").actualPort();
  }

  @Override
  public Future<?> start() {
    OperationBus bus = new OperationBus(vertx, node.clock());
    Tokens tokens = new Tokens(vertx, node.tokenKeys(), node.clock());
    CrossOrigin origins = new CrossOrigin(config.storeOrigins(), config.adminOrigins());
    FileClient files = new FileClient(bus);
    Dispatcher dispatcher =
        new Dispatcher(
            bus,
            new Authenticator(tokens, new CustomerClient(bus), node.clock()),
            origins,
            new RequestLog(node.metrics()),
            new Uploads(files, config, node.clock()),
            config,
            node.clock());
    MetricsPage metrics = new MetricsPage(vertx, node.metrics());
    Downloads downloads = new Downloads(files, dispatcher, config, node.clock());
    EventLoopDelay.measure(vertx, node.metrics());
    return vertx
        .executeBlocking(Contract::load)
        .compose(contract ->
            new Routes(contract, origins, dispatcher, node.health(), metrics, downloads)
                .router(vertx))
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
            // Who wants HTTP/2 wants TLS, and has a proxy in front; connections end in one way
            // here.
            .setHttp2ClearTextEnabled(false)
            .setHandle100ContinueAutomatically(true);
    return vertx
        .createHttpServer(options)
        .connectionHandler(entrance::welcome)
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
    node.health().leave();
    HttpServer listening = server;
    if (listening == null) {
      return Future.succeededFuture();
    }
    LOG.info("Draining port {}", listening.actualPort());
    long notice = config.drainNotice().toMillis();
    Future<?> noticed = notice == 0 ? Future.succeededFuture() : vertx.timer(notice);
    return noticed
        .compose(left -> entrance.shut(context))
        .compose(
            shut -> listening.shutdown(config.drainTimeout().toMillis(), TimeUnit.MILLISECONDS));
  }
}
