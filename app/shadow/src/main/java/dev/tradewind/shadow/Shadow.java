package dev.tradewind.shadow;

import dev.tradewind.gateway.dispatch.GatewayContext;
import dev.tradewind.gateway.page.GatewayEntry;
import io.vertx.ext.web.Router;

/**
 * Shadow mode of a node, shared by its gateways.
 *
 * @param routing which requests the v1 server answers
 * @param report differences between the answers of both
 */
public record Shadow(ShadowConfig config, ShadowRouting routing, ShadowReport report) {

  /** First handler of a gateway. */
  public GatewayEntry entry(GatewayContext gateway, Router here) {
    return new ShadowHandler(this, gateway, here);
  }
}
