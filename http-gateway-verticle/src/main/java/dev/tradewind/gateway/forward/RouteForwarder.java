package dev.tradewind.gateway.forward;

import dev.tradewind.api.catalog.CatalogClient;
import dev.tradewind.api.customer.CustomerClient;
import dev.tradewind.gateway.contract.PathTemplate;
import dev.tradewind.gateway.contract.PathTree;
import dev.tradewind.gateway.contract.RouteTable;
import dev.tradewind.gateway.dispatch.CostlyRequestLimiter;
import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.dispatch.RefusalRecorder;
import dev.tradewind.gateway.dispatch.RequestMetrics;
import dev.tradewind.gateway.dispatch.RouteAdmission;
import dev.tradewind.gateway.http.HttpResponses;
import dev.tradewind.kernel.metrics.NodeMeters;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Reply;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.PoolOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.SecurityPolicyHandler;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Handler of the requests that services of the shop answer, before bodies are read and before the
 * operations of the contract. It implements the handler type that a router permits there.
 */
public final class RouteForwarder implements SecurityPolicyHandler {

  private static final String KEY_SET = "/.well-known/jwks.json";
  private static final String CACHED = "public, max-age=300";

  private static final int MAX_CONNECT_MILLIS = 3_000;

  /** Node.js closes idle connections after five seconds. */
  private static final int KEEP_ALIVE_SECONDS = 3;

  private static final int MAX_HEADERS = 64 * 1024;

  /**
   * Connection to a service.
   *
   * @param load what all gateways of the node share
   */
  record Connection(HttpClient client, ServiceLoad load) {}

  private final GatewayContext gateway;
  private final Forwarding forwarding;
  private final RouteTable<ForwardedRoute> table;
  private final CallerTokens tokens;
  private final RouteAdmission admission;
  private final CostlyRequestLimiter limiter;
  private final RequestMetrics metrics;
  private final RefusalRecorder refusals;
  private final CatalogClient catalog;
  private final CustomerClient customers;
  private final Map<String, Connection> connections = new HashMap<>();
  private final Map<String, RequestMetrics.OfOperation> counters = new HashMap<>();
  private final Set<ForwardedExchange> eventStreams = new HashSet<>();

  /**
   * @throws IllegalArgumentException if a route would take requests of an operation that it does
   *     not name
   */
  public RouteForwarder(
      GatewayContext gateway,
      Forwarding forwarding,
      RequestMetrics metrics,
      RefusalRecorder refusals) {
    this.gateway = gateway;
    this.forwarding = forwarding;
    this.table = forwarding.routes().table(gateway.contract().operations());
    List<ForwardedRoute> routes = forwarding.routes().all();
    Vertx vertx = gateway.vertx();
    this.tokens =
        new CallerTokens(vertx, forwarding.keys(), forwarding.issuer(), routes, gateway.clock());
    this.admission = new RouteAdmission(gateway);
    this.limiter = CostlyRequestLimiter.of(vertx, gateway.config(), gateway.clock());
    this.metrics = metrics;
    this.refusals = refusals;
    OperationClient bus = new OperationClient(vertx, gateway.clock());
    this.catalog = new CatalogClient(bus);
    this.customers = new CustomerClient(bus);
    routes.forEach(route ->
        connections.computeIfAbsent(route.service().name(), name -> connection(route.service())));
  }

  private Connection connection(ForwardedService service) {
    Vertx vertx = gateway.vertx();
    int connectMillis = (int) Math.min(service.deadline().toMillis(), MAX_CONNECT_MILLIS);
    return new Connection(
        vertx.createHttpClient(
            new HttpClientOptions()
                .setSsl(service.usesTls())
                .setDefaultHost(service.url().getHost())
                .setDefaultPort(service.port())
                .setConnectTimeout(connectMillis)
                .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
                .setMaxHeaderSize(MAX_HEADERS),
            new PoolOptions().setHttp1MaxSize(service.maxConcurrent())),
        ServiceLoad.of(vertx, service, NodeMeters.of(vertx), gateway.clock()));
  }

  /** Mounts the public keys of the tokens. */
  public void mount(Router router) {
    Reply keys = Reply.ok(forwarding.keys().published());
    router
        .route(KEY_SET)
        .method(HttpMethod.GET)
        .method(HttpMethod.HEAD)
        .handler(context -> {
          context.response().putHeader("Cache-Control", CACHED);
          HttpResponses.send(context.response(), keys);
        });
  }

  /**
   * Compares the forwarded routes with what the node serves beside the contract, such as pages,
   * routes of plugins and files.
   *
   * @throws IllegalArgumentException with a sentence for the operator, if both have a path
   */
  public void requireBeside(List<PathTemplate> served) {
    for (PathTemplate path : served) {
      forwarding.routes().all().stream()
          .filter(forwarded -> forwarded.path().overlaps(path))
          .findFirst()
          .ifPresent(taken -> {
            throw new IllegalArgumentException(
                "%s: the path %s is one of %s, which the node serves itself; choose another."
                    .formatted(taken.place(), taken.path().text(), path.text()));
          });
    }
  }

  @Override
  public void handle(RoutingContext context) {
    HttpMethod method = context.request().method();
    // As the router reads it, so that no spelling of a path is one of the operation alone.
    String path = context.normalizedPath();
    if (method.equals(HttpMethod.OPTIONS)) {
      ForwardedRoute route = table.findAny(path);
      gateway.origins().answerPreflight(context, route == null ? null : route.surface());
      return;
    }
    PathTree.Match<ForwardedRoute> match = table.find(method, path);
    if (match == null) {
      context.next();
      return;
    }
    gateway.origins().allow(context, match.value().surface());
    context.pathParams().putAll(match.parameters());
    new ForwardedExchange(this, context, match.value()).begin();
  }

  /** Ends streams of events, which would last as long as the drain: the server stops. */
  public void close() {
    Set.copyOf(eventStreams).forEach(ForwardedExchange::endStream);
  }

  /** Whether a service could take the path for that of another route, which has other rules. */
  boolean isAmbiguous(HttpServerRequest request, ForwardedRoute route) {
    return PathReadings.of(request.path()).stream()
        .map(path -> table.find(request.method(), path))
        .anyMatch(match -> match != null && !match.value().equals(route));
  }

  GatewayContext gateway() {
    return gateway;
  }

  CallerTokens tokens() {
    return tokens;
  }

  RouteAdmission admission() {
    return admission;
  }

  CostlyRequestLimiter limiter() {
    return limiter;
  }

  RefusalRecorder refusals() {
    return refusals;
  }

  CatalogClient catalog() {
    return catalog;
  }

  CustomerClient customers() {
    return customers;
  }

  Set<ForwardedExchange> eventStreams() {
    return eventStreams;
  }

  RequestMetrics.OfOperation counter(String name) {
    return counters.computeIfAbsent(name, metrics::of);
  }

  Connection connection(String service) {
    Connection connection = connections.get(service);
    if (connection == null) {
      throw new IllegalStateException("No connection of " + service);
    }
    return connection;
  }
}
