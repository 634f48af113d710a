package dev.tradewind.gateway.config;

import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.storefront.design.ShopDesign;
import java.time.Duration;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the HTTP gateway.
 *
 * @param requestTimeout after which a request is answered in any case
 * @param shutdownDelay time between reporting not ready and closing the listen socket
 * @param drainTimeout time for requests in flight after that
 * @param trustedProxies number of proxies in front whose {@code x-forwarded-for} is believed
 * @param trustsTraces whether clients decide that their traces are recorded, as behind a gateway
 * @param enforcesRoles whether operations with a required role reject users of other roles
 * @param storeOrigins allowed origins of the store surface
 * @param adminOrigins allowed origins of the admin surface
 * @param uploadLimit maximum bytes of one upload
 * @param security TLS, response headers and limits of the HTTP server
 * @param dashboard admin dashboard
 * @param storefront design of the storefront that is served at the root; absent without one
 * @param absentVerticles verticles that the shop does without; requests of their operations are
 *     answered with 404
 */
public record GatewayConfig(
    String host,
    int port,
    Duration requestTimeout,
    Duration shutdownDelay,
    Duration drainTimeout,
    int trustedProxies,
    boolean trustsTraces,
    boolean enforcesRoles,
    AllowedOrigins storeOrigins,
    AllowedOrigins adminOrigins,
    long uploadLimit,
    ServerSecurity security,
    DashboardConfig dashboard,
    @Nullable ShopDesign storefront,
    Set<String> absentVerticles) {

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
        false,
        AllowedOrigins.NONE,
        AllowedOrigins.NONE,
        GIBIBYTE,
        ServerSecurity.DEVELOPMENT,
        DashboardConfig.DEVELOPMENT,
        ShopDesign.STANDARD,
        Set.of());
  }

  public GatewayConfig withRequestTimeout(Duration timeout) {
    return with(copy -> copy.requestTimeout = timeout);
  }

  public GatewayConfig withDrain(Duration notice, Duration timeout) {
    return with(copy -> {
      copy.shutdownDelay = notice;
      copy.drainTimeout = timeout;
    });
  }

  public GatewayConfig behindProxies(int trusted) {
    return with(copy -> copy.trustedProxies = trusted);
  }

  public GatewayConfig trustingTraces(boolean trusts) {
    return with(copy -> copy.trustsTraces = trusts);
  }

  public GatewayConfig enforcingRoles(boolean enforces) {
    return with(copy -> copy.enforcesRoles = enforces);
  }

  public GatewayConfig withOrigins(AllowedOrigins store, AllowedOrigins admin) {
    return with(copy -> {
      copy.storeOrigins = store;
      copy.adminOrigins = admin;
    });
  }

  public GatewayConfig withUploadLimit(long bytes) {
    return with(copy -> copy.uploadLimit = bytes);
  }

  public GatewayConfig withSecurity(ServerSecurity other) {
    return with(copy -> copy.security = other);
  }

  public GatewayConfig withDashboard(DashboardConfig other) {
    return with(copy -> copy.dashboard = other);
  }

  /** With another design of the storefront, or without one. */
  public GatewayConfig withStorefront(@Nullable ShopDesign design) {
    return with(copy -> copy.storefront = design);
  }

  public GatewayConfig without(Set<String> verticles) {
    return with(copy -> copy.absentVerticles = Set.copyOf(verticles));
  }

  private GatewayConfig with(Consumer<Copy> change) {
    Copy copy = new Copy(this);
    change.accept(copy);
    return copy.config();
  }

  /** Copy with other values of some components. */
  private static final class Copy {

    private final String host;
    private final int port;
    private Duration requestTimeout;
    private Duration shutdownDelay;
    private Duration drainTimeout;
    private int trustedProxies;
    private boolean trustsTraces;
    private boolean enforcesRoles;
    private AllowedOrigins storeOrigins;
    private AllowedOrigins adminOrigins;
    private long uploadLimit;
    private ServerSecurity security;
    private DashboardConfig dashboard;
    private @Nullable ShopDesign storefront;
    private Set<String> absentVerticles;

    private Copy(GatewayConfig config) {
      host = config.host;
      port = config.port;
      requestTimeout = config.requestTimeout;
      shutdownDelay = config.shutdownDelay;
      drainTimeout = config.drainTimeout;
      trustedProxies = config.trustedProxies;
      trustsTraces = config.trustsTraces;
      enforcesRoles = config.enforcesRoles;
      storeOrigins = config.storeOrigins;
      adminOrigins = config.adminOrigins;
      uploadLimit = config.uploadLimit;
      security = config.security;
      dashboard = config.dashboard;
      storefront = config.storefront;
      absentVerticles = config.absentVerticles;
    }

    private GatewayConfig config() {
      return new GatewayConfig(
          host,
          port,
          requestTimeout,
          shutdownDelay,
          drainTimeout,
          trustedProxies,
          trustsTraces,
          enforcesRoles,
          storeOrigins,
          adminOrigins,
          uploadLimit,
          security,
          dashboard,
          storefront,
          absentVerticles);
    }
  }
}
