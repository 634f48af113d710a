package dev.tradewind.gateway.forward;

/**
 * Forwarding of requests to the shop's own services.
 *
 * @param keys of the tokens about callers
 * @param issuer URL of the shop, in these tokens
 */
public record Forwarding(ForwardedRoutes routes, CallerKeys keys, String issuer) {}
