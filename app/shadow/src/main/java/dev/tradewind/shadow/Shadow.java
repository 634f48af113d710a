package dev.tradewind.shadow;


/**
 * Shadow mode of a node, shared by its gateways.
 *
 * @param routing which requests the v1 server answers
 * @param report differences between the answers of both
 */
public record Shadow(ShadowConfig config, ShadowRouting routing, ShadowReport report) {}
