package dev.tradewind.gateway;

import static dev.tradewind.testing.Futures.await;

import dev.tradewind.gateway.config.GatewayConfig;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.statuspage.StatusBoard;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Gateway on a free port, and an event bus on which the test replies. */
final class RunningGateway implements AutoCloseable {

  final Vertx vertx = Vertx.vertx();
  final SigningKeys tokenKeys = SigningKeys.random();
  final PrometheusMeterRegistry metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  final GatewayDependencies services;
  final Http http;
  private final String deployment;

  RunningGateway(Duration requestTimeout) {
    this(GatewayConfig.of("127.0.0.1", 0).withRequestTimeout(requestTimeout));
  }

  RunningGateway(GatewayConfig config) {
    this(config, Map.of());
  }

  RunningGateway(GatewayConfig config, Map<String, List<Route>> pluginRoutes) {
    this(config, pluginRoutes, List.of());
  }

  RunningGateway(
      GatewayConfig config, Map<String, List<Route>> pluginRoutes, List<PaymentForm> paymentForms) {
    this(config, pluginRoutes, paymentForms, null);
  }

  /** With the status of a shop that the function makes on the Vert.x instance of the gateway. */
  RunningGateway(GatewayConfig config, Function<Vertx, StatusBoard> status) {
    this(config, Map.of(), List.of(), status);
  }

  private RunningGateway(
      GatewayConfig config,
      Map<String, List<Route>> pluginRoutes,
      List<PaymentForm> paymentForms,
      Function<Vertx, StatusBoard> status) {
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
            paymentForms,
            null,
            status == null ? null : status.apply(vertx));
    GatewayVerticle gateway = new GatewayVerticle(config, services);
    deployment = await(vertx.deployVerticle(gateway));
    http = new Http(gateway.actualPort());
  }

  Operations.OperationServer serve(String address, Operations operations) {
    return await(operations.serve(vertx, address, Clock.systemUTC()));
  }

  Future<Void> leave() {
    return vertx.undeploy(deployment);
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
