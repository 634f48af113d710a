package dev.tradewind.gateway;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.gateway.auth.Authenticator;
import dev.tradewind.gateway.auth.CorsHandler;
import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.dispatch.CostlyRequestLimiter;
import dev.tradewind.gateway.dispatch.Dispatcher;
import dev.tradewind.gateway.dispatch.ForwardedHeaders;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.GatewayContextBuilder;
import dev.tradewind.gateway.dispatch.HttpOperations;
import dev.tradewind.gateway.dispatch.RefusalRecorder;
import dev.tradewind.gateway.dispatch.RequestMetrics;
import dev.tradewind.gateway.files.FileDownloadHandler;
import dev.tradewind.gateway.files.FileUploadHandler;
import dev.tradewind.gateway.files.MalwareScanner;
import dev.tradewind.gateway.forward.Forwarding;
import dev.tradewind.gateway.forward.RouteForwarder;
import dev.tradewind.gateway.http.CallContexts;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.gateway.http.PendingResponses;
import dev.tradewind.gateway.http.SecurityHeadersHandler;
import dev.tradewind.gateway.page.GatewayEntry;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.gateway.plugin.PluginRoutes;
import dev.tradewind.gateway.server.CertificateReloader;
import dev.tradewind.gateway.server.ConnectionAcceptor;
import dev.tradewind.gateway.server.ConnectionLimit;
import dev.tradewind.gateway.server.RouterFactory;
import dev.tradewind.gateway.server.TlsPolicy;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.token.JwtService;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * HTTP server verticle. Several instances share the port. Undeployment is a graceful shutdown: the
 * node reports not ready, stops listening, and waits for requests in flight.
 */
public final class GatewayVerticle extends VerticleBase {

  private static final Logger LOG = LoggerFactory.getLogger(GatewayVerticle.class);
  private static final int MAX_LINE_LENGTH = 16 * 1024;
  private static final int MAX_HEADERS = 16 * 1024;
  private static final int IDLE_SECONDS = 75;
  private static final Duration CERTIFICATE_CHECK = Duration.ofSeconds(10);

  private final GatewayConfig config;
  private final GatewayDependencies node;
  private @Nullable ConnectionAcceptor acceptor;
  private @Nullable HttpServer server;
  private @Nullable RefusalRecorder refusals;
  private @Nullable GatewayEntry entry;
  private @Nullable RouteForwarder forwarder;
  private List<Pages> pages = List.of();

  public GatewayVerticle(GatewayConfig config, GatewayDependencies node) {
    this.config = config;
    this.node = node;
  }

  /** The port it listens on; with port 0 configured the one that the system chose. */
  public int actualPort() {
    return Objects.requireNonNull(server, "The gateway is not listening").actualPort();
  }

  @Override
  public Future<?> start() {
    return vertx
        .executeBlocking(
            () -> Contract.load().without(config.absentVerticles()).with(node.pluginRoutes()))
        .compose(this::entry)
        .compose(this::listen);
  }

  private Future<Handler<HttpServerRequest>> entry(Contract contract) {
    OperationClient bus = new OperationClient(vertx, node.clock());
    FileClient files = new FileClient(bus);
    GatewayContext gateway = gateway(contract, bus, files);
    RefusalRecorder recorder = new RefusalRecorder(vertx, new CustomerClient(bus), node.clock());
    refusals = recorder;
    pages = node.pages().stream().map(factory -> factory.of(gateway)).toList();
    RequestMetrics requests = new RequestMetrics(node.metrics());
    Forwarding forwarding = node.forwarding();
    RouteForwarder routes =
        forwarding == null ? null : new RouteForwarder(gateway, forwarding, requests, recorder);
    forwarder = routes;
    return new RouterFactory(
            gateway,
            new HttpOperations(gateway, requests, recorder),
            routes,
            new PluginRoutes(node.pluginRoutes(), gateway),
            pages,
            node.paymentForms(),
            node.health(),
            new FileDownloadHandler(files, gateway.calls(), config, node.clock()))
        .router()
        .map(router -> {
          if (node.entry() == null) {
            return router;
          }
          GatewayEntry first = node.entry().of(gateway, router);
          entry = first;
          return first;
        });
  }

  private GatewayContext gateway(Contract contract, OperationClient bus, FileClient files) {
    CorsHandler origins =
        new CorsHandler(config.storeOrigins(), config.adminOrigins(), ownSchemes());
    ServerSecurity security = config.security();
    return GatewayContextBuilder.builder()
        .vertx(vertx)
        .config(config)
        .contract(contract)
        .authenticator(
            new Authenticator(
                vertx,
                new JwtService(vertx, node.tokenKeys(), node.clock()),
                security.v1TokenSecret(),
                new CustomerClient(bus),
                security.sessionCookie(),
                node.clock()))
        .origins(origins)
        .calls(
            new CallContexts(
                config.requestTimeout(), node.clock(), Tracing.of(vertx), config.trustsTraces()))
        .forwarded(ForwardedHeaders.of(config))
        .dispatcher(
            new Dispatcher(
                contract,
                bus,
                origins,
                new FileUploadHandler(files, scanner(), config, node.clock()),
                CostlyRequestLimiter.of(vertx, config, node.clock()),
                config,
                node.clock()))
        .files(files)
        .bodies(node.responseBodies())
        .pending(PendingResponses.of(vertx))
        .clock(node.clock())
        .build();
  }

  private Future<HttpServer> listen(Handler<HttpServerRequest> entry) {
    ServerSecurity.TlsFiles files = config.security().tls();
    if (files == null) {
      return listen(entry, options());
    }
    return CertificateReloader.load(vertx, files, CERTIFICATE_CHECK)
        .recover(failure ->
            Future.failedFuture(
                new IllegalStateException("Cannot read the TLS files: " + failure, failure)))
        .compose(certificate ->
            listen(entry, TlsPolicy.secured(options(), certificate.certificate()))
                .onSuccess(certificate::watch));
  }

  private @Nullable MalwareScanner scanner() {
    SocketAddress address = config.security().uploads().scanner();
    return address == null ? null : new MalwareScanner(vertx, address);
  }

  /** A proxy may terminate TLS. */
  private Set<String> ownSchemes() {
    return config.security().requiresTls() ? Set.of("https") : Set.of("http", "https");
  }

  private HttpServerOptions options() {
    return new HttpServerOptions()
        .setHost(config.host())
        .setPort(config.port())
        .setMaxInitialLineLength(MAX_LINE_LENGTH)
        .setMaxHeaderSize(MAX_HEADERS)
        .setIdleTimeout(IDLE_SECONDS)
        // One protocol keeps the shutdown simple.
        .setHttp2ClearTextEnabled(false)
        .setHandle100ContinueAutomatically(true);
  }

  private Future<HttpServer> listen(Handler<HttpServerRequest> entry, HttpServerOptions options) {
    ConnectionLimit limit =
        config.trustedProxies() > 0
            ? ConnectionLimit.none()
            : ConnectionLimit.of(vertx, config.security().connectionsPerAddress());
    ConnectionAcceptor accepting = new ConnectionAcceptor(options, limit, config.requestTimeout());
    acceptor = accepting;
    SecurityHeadersHandler headers =
        new SecurityHeadersHandler(config.security().strictTransportSecurity());
    return vertx
        .createHttpServer(options)
        .connectionHandler(accepting::onConnection)
        .requestHandler(entry)
        .invalidRequestHandler(request -> HttpResponses.invalid(request, headers))
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
    node.health().markShuttingDown();
    pages.forEach(Pages::close);
    if (forwarder != null) {
      forwarder.close();
    }
    HttpServer listening = server;
    ConnectionAcceptor accepting = acceptor;
    if (listening == null || accepting == null) {
      return Future.succeededFuture();
    }
    LOG.info("Draining connections of port {}", listening.actualPort());
    long delay = config.shutdownDelay().toMillis();
    Future<?> delayed = delay == 0 ? Future.succeededFuture() : vertx.timer(delay);
    return delayed
        .compose(elapsed -> accepting.stopAccepting(context))
        .compose(
            stopped -> listening.shutdown(config.drainTimeout().toMillis(), TimeUnit.MILLISECONDS))
        .eventually(() -> entry == null ? Future.succeededFuture() : entry.close())
        .eventually(() -> refusals == null ? Future.succeededFuture() : refusals.flush());
  }
}
