package dev.tradewind.gateway.config;

import dev.tradewind.gateway.auth.AllowedOrigins;
import java.time.Duration;

/**
 * Settings of the HTTP gateway.
 *
 * @param requestTimeout after which a request is answered in any case
 * @param shutdownDelay time between reporting not ready and closing the listen socket
 * @param drainTimeout time for requests in flight after that
 * @param trustedProxies number of proxies in front whose {@code x-forwarded-for} is believed
 * @param enforcesRoles whether operations with a required role reject users of other roles
 * @param storeOrigins allowed origins of the store surface
 * @param adminOrigins allowed origins of the admin surface
 * @param uploadLimit maximum bytes of one upload
 * @param security TLS, response headers and limits of the HTTP server
 * @param dashboard admin dashboard
 * @param servesStorefront whether the storefront is served at the root
 */
public record GatewayConfig(
    String host,
    int port,
    Duration requestTimeout,
    Duration shutdownDelay,
    Duration drainTimeout,
    int trustedProxies,
    boolean enforcesRoles,
    AllowedOrigins storeOrigins,
    AllowedOrigins adminOrigins,
    long uploadLimit,
    ServerSecurity security,
    DashboardConfig dashboard,
    boolean servesStorefront) {

  private static final long GIBIBYTE = 1L << 30;

  public static GatewayConfig of(String host, int port) {
    return new GatewayConfig(
        host,
        port,
        Duration.ofSeconds(15),
        Duration.ZERO,
        Duration.ofSeconds(20),
        0,
        false,
        AllowedOrigins.NONE,
        AllowedOrigins.NONE,
        GIBIBYTE,
        ServerSecurity.DEVELOPMENT,
        DashboardConfig.DEVELOPMENT,
        true);
  }

  public GatewayConfig withRequestTimeout(Duration timeout) {
    return new GatewayConfig(
        host,
        port,
        timeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig withDrain(Duration notice, Duration timeout) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        notice,
        timeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig behindProxies(int trusted) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trusted,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig enforcingRoles(boolean enforces) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforces,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig withOrigins(AllowedOrigins store, AllowedOrigins admin) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        store,
        admin,
        uploadLimit,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig withUploadLimit(long bytes) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        bytes,
        security,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig withSecurity(ServerSecurity other) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        other,
        dashboard,
        servesStorefront);
  }

  public GatewayConfig withDashboard(DashboardConfig other) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        other,
        servesStorefront);
  }

  public GatewayConfig servingStorefront(boolean serves) {
    return new GatewayConfig(
        host,
        port,
        requestTimeout,
        shutdownDelay,
        drainTimeout,
        trustedProxies,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        uploadLimit,
        security,
        dashboard,
        serves);
  }
}
