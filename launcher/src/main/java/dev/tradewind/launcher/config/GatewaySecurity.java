package dev.tradewind.launcher.config;

import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import org.jspecify.annotations.Nullable;

/** Security settings of the gateway, with stricter defaults in production. */
final class GatewaySecurity {

  private GatewaySecurity() {}

  /**
   * @throws CliException if production would serve plain text without being told to
   */
  static ServerSecurity of(Settings settings, boolean isProduction) {
    TlsFiles tls = tls(settings);
    if (isProduction && tls == null && !settings.truth(Setting.HTTP_PLAIN_TEXT)) {
      throw new CliException(
          "Production needs %s and %s, or %s=true behind a proxy that terminates TLS."
              .formatted(
                  Setting.TLS_CERTIFICATE.variable(),
                  Setting.TLS_KEY.variable(),
                  Setting.HTTP_PLAIN_TEXT.variable()));
    }
    return new ServerSecurity(
        tls,
        settings.textOrNull(Setting.PUBLIC_URL) == null ? null : NodeConfig.publicUrl(settings),
        settings.truth(Setting.API_DOCS, !isProduction),
        settings.number(Setting.CONNECTIONS_PER_ADDRESS, 1, 1_000_000),
        settings.truth(Setting.REQUIRE_SECOND_FACTOR, isProduction),
        AuthConfig.roles(settings),
        settings.truth(Setting.HSTS_SUBDOMAINS, isProduction));
  }

  private static @Nullable TlsFiles tls(Settings settings) {
    String certificate = settings.textOrNull(Setting.TLS_CERTIFICATE);
    String key = settings.textOrNull(Setting.TLS_KEY);
    if (certificate == null && key == null) {
      return null;
    }
    if (certificate == null || key == null) {
      throw new CliException(
          "%s and %s are set together."
              .formatted(Setting.TLS_CERTIFICATE.variable(), Setting.TLS_KEY.variable()));
    }
    return new TlsFiles(Home.folder().resolve(certificate), Home.folder().resolve(key));
  }

  /** The origins of a surface; those of development servers are not allowed in production. */
  static AllowedOrigins origins(
      Settings settings, Setting setting, boolean isProduction, String development) {
    String given = settings.textOrNull(setting);
    String list = given == null ? (isProduction ? "" : development) : given;
    try {
      return AllowedOrigins.parse(list);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(setting.variable() + ": " + malformed.getMessage() + ".", malformed);
    }
  }
}
