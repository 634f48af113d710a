package dev.tradewind.gateway;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.forward.Forwarding;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.metrics.NodeMeters;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.payment.PaymentForms;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Gateway on a free port, and an event bus on which the test replies. */
public final class RunningGateway implements AutoCloseable {

  public final Vertx vertx;
  public final PrometheusMeterRegistry metrics =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  public final GatewayDependencies services;
  public final Http http;
  final SigningKeys tokenKeys = SigningKeys.random();
  private final String deployment;

  RunningGateway(Duration requestTimeout) {
    this(GatewayConfig.of("127.0.0.1", 0).withRequestTimeout(requestTimeout));
  }

  /** With pages of other modules. */
  public RunningGateway(GatewayConfig config, Pages.Factory... pages) {
    this(Vertx.vertx(), config, pages);
  }

  /** With pages of other modules, which have parts on the same Vert.x instance. */
  public RunningGateway(Vertx vertx, GatewayConfig config, Pages.Factory... pages) {
    this(vertx, config, Map.of(), null, PaymentForms.NONE, List.of(pages));
  }

  /** With routes that services of the shop answer. */
  public RunningGateway(GatewayConfig config, Forwarding forwarding) {
    this(Vertx.vertx(), config, Map.of(), forwarding, PaymentForms.NONE, List.of());
  }

  RunningGateway(GatewayConfig config, Map<String, List<Route>> pluginRoutes) {
    this(config, pluginRoutes, PaymentForms.NONE);
  }

  /** With routes of plugins. */
  public RunningGateway(
      GatewayConfig config,
      Map<String, List<Route>> pluginRoutes,
      PaymentForms paymentForms,
      Pages.Factory... pages) {
    this(Vertx.vertx(), config, pluginRoutes, null, paymentForms, List.of(pages));
  }

  private RunningGateway(
      Vertx vertx,
      GatewayConfig config,
      Map<String, List<Route>> pluginRoutes,
      Forwarding forwarding,
      PaymentForms paymentForms,
      List<Pages.Factory> pages) {
    this.vertx = vertx;
    NodeMeters.install(vertx, metrics);
    Health health = new Health();
    health.markStarted();
    services =
        new GatewayDependencies(
            tokenKeys,
            health,
            metrics,
            Clock.systemUTC(),
            new ResponseBodies(metrics, 1),
            pluginRoutes,
            forwarding,
            paymentForms,
            pages,
            null);
    GatewayVerticle gateway = new GatewayVerticle(config, services);
    deployment = await(vertx.deployVerticle(gateway));
    http = new Http(gateway.actualPort());
  }

  public Operations.OperationServer serve(String address, Operations operations) {
    return await(operations.serve(vertx, address, Clock.systemUTC()));
  }

  public Future<Void> leave() {
    return vertx.undeploy(deployment);
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
