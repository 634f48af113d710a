package dev.tradewind.gateway.config;

import dev.tradewind.gateway.auth.AllowedOrigins;
import java.time.Duration;

/**
 * Settings of the HTTP gateway.
 *
 * @param requestTimeout after which a request is answered in any case
 * @param shutdownDelay time between reporting not ready and closing the listen socket
 * @param drainTimeout time for requests in flight after that
 * @param isBehindProxy whether {@code x-forwarded-for} comes from a trusted proxy
 * @param enforcesRoles whether operations with a required role reject users of other roles
 * @param storeOrigins allowed origins of the store surface
 * @param adminOrigins allowed origins of the admin surface
 * @param uploadLimit maximum bytes of one upload
 */
public record GatewayConfig(
    String host,
    int port,
    Duration requestTimeout,
    Duration shutdownDelay,
    Duration drainTimeout,
    boolean isBehindProxy,
    boolean enforcesRoles,
    AllowedOrigins storeOrigins,
    AllowedOrigins adminOrigins,
    long uploadLimit) {

  private static final long GIBIBYTE = 1L << 30;

  public static GatewayConfig of(String host, int port) {
    return new GatewayConfig(
        host,
        port,
        Duration.ofSeconds(15),
        Duration.ZERO,
        Duration.ofSeconds(20),
        false,
        false,
        AllowedOrigins.NONE,
        AllowedOrigins.NONE,
        GIBIBYTE);
  }

  public GatewayConfig withRequestTimeout(Duration timeout) {
    return new GatewayConfig(
        host,
        port,
        timeout,
        shutdownDelay,
        drainTimeout,
        isBehindProxy,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit);
  }

  public GatewayConfig withDrain(Duration notice, Duration timeout) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        notice,
        timeout,
        isBehindProxy,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit);
  }

  public GatewayConfig behindProxy(boolean behind) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        behind,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit);
  }

  public GatewayConfig enforcingRoles(boolean enforces) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        isBehindProxy,
        enforces,
        storeOrigins,
        adminOrigins,
        uploadLimit);
  }

  public GatewayConfig withOrigins(AllowedOrigins store, AllowedOrigins admin) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        isBehindProxy,
        enforcesRoles,
        store,
        admin,
        uploadLimit);
  }

  public GatewayConfig withUploadLimit(long bytes) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        isBehindProxy,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        bytes);
  }
}
