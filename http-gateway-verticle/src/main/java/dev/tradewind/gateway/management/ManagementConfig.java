package dev.tradewind.gateway.management;

/**
 * Address of the management endpoints.
 *
 * @param fallbackToFreePort whether any free port will do if this one is taken, by a second node
 *     for example
 */
public record ManagementConfig(String host, int port, boolean fallbackToFreePort) {}
