package dev.tradewind.gateway;

import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.shadow.Shadow;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.payment.PaymentForm;
import dev.tradewind.statuspage.StatusBoard;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Node-wide dependencies of the gateways.
 *
 * @param tokenKeys keys of the tokens of users and customers
 * @param health of the node
 * @param metrics registry of the node
 * @param responseBodies shared by the gateways of the node
 * @param pluginRoutes routes of plugins, by the name of the plugin
 * @param paymentForms forms of payment providers in the storefront
 * @param shadow shadow mode before a running v1 server; absent without one
 * @param status of the shop for staff; absent without a status page
 */
public record GatewayDependencies(
    SigningKeys tokenKeys,
    Health health,
    PrometheusMeterRegistry metrics,
    Clock clock,
    ResponseBodies responseBodies,
    Map<String, List<Route>> pluginRoutes,
    List<PaymentForm> paymentForms,
    @Nullable Shadow shadow,
    @Nullable StatusBoard status) {

  /** With the standard cache of bodies, and no plugins. */
  public GatewayDependencies(
      SigningKeys tokenKeys, Health health, PrometheusMeterRegistry metrics, Clock clock) {
    this(
        tokenKeys,
        health,
        metrics,
        clock,
        new ResponseBodies(metrics, NodeContext.RESPONSE_CACHE_MEGABYTES),
        Map.of(),
        List.of(),
        null,
        null);
  }
}
