package dev.tradewind.gateway;

import dev.tradewind.gateway.auth.AllowedOrigins;
import java.time.Duration;

/**
 * How the gateway listens.
 *
 * @param requestTimeout after which a request is answered, whatever has become of it
 * @param drainNotice how long the gateway says that it is leaving before it stops listening
 * @param drainTimeout how long requests in flight may take after that
 * @param isBehindProxy whether {@code x-forwarded-for} is written by a proxy and can be believed
 * @param enforcesRoles whether an operation is closed to users of another role than it asks for
 * @param storeOrigins whose pages may use the store's surface
 * @param adminOrigins whose pages may use the surface for staff
 * @param uploadLimit bytes that one upload may have
 */
public record GatewayConfig(
    String host,
    int port,
    Duration requestTimeout,
    Duration drainNotice,
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
        drainNotice,
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
        drainNotice,
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
        drainNotice,
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
        drainNotice,
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
        drainNotice,
        drainTimeout,
        isBehindProxy,
        enforcesRoles,
        storeOrigins,
        adminOrigins,
        bytes);
  }
}
