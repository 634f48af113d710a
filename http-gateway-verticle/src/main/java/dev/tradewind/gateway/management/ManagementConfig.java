package dev.tradewind.gateway.management;

/**
 * Where machines ask how a node does.
 *
 * @param fallbackToFreePort whether any free port will do when this one is taken, by a second node
 *     for example
 */
public record ManagementConfig(String host, int port, boolean fallbackToFreePort) {}
