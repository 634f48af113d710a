package dev.tradewind.gateway;

import dev.tradewind.gateway.http.CompressedBodies;
import dev.tradewind.gateway.management.Health;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;

/**
 * Node-wide dependencies of the gateways.
 *
 * @param tokenKeys keys of the tokens of users and customers
 * @param health of the node
 * @param metrics registry of the node
 * @param compressedBodies shared by the gateways of the node
 */
public record GatewayDependencies(
    SigningKeys tokenKeys,
    Health health,
    PrometheusMeterRegistry metrics,
    Clock clock,
    CompressedBodies compressedBodies) {

  /** With the standard cache of compressed bodies. */
  public GatewayDependencies(
      SigningKeys tokenKeys, Health health, PrometheusMeterRegistry metrics, Clock clock) {
    this(
        tokenKeys,
        health,
        metrics,
        clock,
        new CompressedBodies(metrics, NodeContext.RESPONSE_CACHE_MEGABYTES));
  }
}
