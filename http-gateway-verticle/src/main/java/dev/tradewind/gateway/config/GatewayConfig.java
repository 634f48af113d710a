package dev.tradewind.gateway.config;

import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.storefront.design.ShopDesign;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
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
 * @param linksStaffPages whether pages for shoppers link to pages for staff, as in development
 * @param absentVerticles verticles that the shop does without; requests of their operations are
 *     answered with 404
 */
@RecordBuilder
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
    boolean linksStaffPages,
    Set<String> absentVerticles)
    implements GatewayConfigBuilder.With {

  private static final long GIBIBYTE = 1L << 30;

  public GatewayConfig {
    absentVerticles = Set.copyOf(absentVerticles);
  }

  /** Languages of the storefront, the first one without a prefix; empty without a storefront. */
  public List<String> storefrontLanguages() {
    return storefront == null ? List.of() : List.copyOf(storefront.languages().keySet());
  }

  public static GatewayConfig of(String host, int port) {
    return GatewayConfigBuilder.builder()
        .host(host)
        .port(port)
        .requestTimeout(Duration.ofSeconds(15))
        .shutdownDelay(Duration.ZERO)
        .drainTimeout(Duration.ofSeconds(20))
        .trustedProxies(0)
        .storeOrigins(AllowedOrigins.NONE)
        .adminOrigins(AllowedOrigins.NONE)
        .uploadLimit(GIBIBYTE)
        .security(ServerSecurity.DEVELOPMENT)
        .dashboard(DashboardConfig.DEVELOPMENT)
        .storefront(ShopDesign.DEFAULT)
        .linksStaffPages(true)
        .absentVerticles(Set.of())
        .build();
  }
}
