package dev.tradewind.gateway;

import dev.tradewind.gateway.forward.Forwarding;
import dev.tradewind.gateway.http.ResponseBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.gateway.page.GatewayEntry;
import dev.tradewind.gateway.page.Pages;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.spi.Route;
import dev.tradewind.spi.payment.PaymentForms;
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
 * @param forwarding routes that services of the shop answer; absent without one
 * @param paymentForms forms of payment providers in the storefront
 * @param pages of other modules; the page at the root links to them in this order
 * @param entry first handler of requests; absent: the router of the gateway
 */
public record GatewayDependencies(
    SigningKeys tokenKeys,
    Health health,
    PrometheusMeterRegistry metrics,
    Clock clock,
    ResponseBodies responseBodies,
    Map<String, List<Route>> pluginRoutes,
    @Nullable Forwarding forwarding,
    PaymentForms paymentForms,
    List<Pages.Factory> pages,
    GatewayEntry.@Nullable Factory entry) {}
