package dev.tradewind.gateway;

import java.time.Duration;

/**
 * How the gateway listens.
 *
 * @param requestTimeout after which a request is answered, whatever has become of it
 * @param drainNotice how long the gateway says that it is leaving before it stops listening
 * @param drainTimeout how long requests in flight may take after that
 * @param isBehindProxy whether {@code x-forwarded-for} is written by a proxy and can be believed
 */
public record GatewayConfig(
    String host,
    int port,
    Duration requestTimeout,
    Duration drainNotice,
    Duration drainTimeout,
    boolean isBehindProxy) {

  public static GatewayConfig of(String host, int port) {
    return new GatewayConfig(
        host, port, Duration.ofSeconds(15), Duration.ZERO, Duration.ofSeconds(20), false);
  }

  public GatewayConfig withRequestTimeout(Duration timeout) {
    return new GatewayConfig(host, port, timeout, drainNotice, drainTimeout, isBehindProxy);
  }

  public GatewayConfig withDrain(Duration notice, Duration timeout) {
    return new GatewayConfig(host, port, requestTimeout, notice, timeout, isBehindProxy);
  }

  public GatewayConfig behindProxy(boolean behind) {
    return new GatewayConfig(host, port, requestTimeout, drainNotice, drainTimeout, behind);
  }
}
