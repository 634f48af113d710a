package dev.tradewind.gateway;

import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.token.SigningKeys;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;

/**
 * What a node gives to its gateways.
 *
 * @param tokenKeys of the tokens that users and customers may show
 * @param health of the node
 * @param metrics what the node measures, and serves
 */
public record GatewayDependencies(
    SigningKeys tokenKeys, Health health, PrometheusMeterRegistry metrics, Clock clock) {}
