package dev.tradewind.launcher.config;

import dev.tradewind.api.customer.SessionCookieName;
import dev.tradewind.embedded.Home;
import dev.tradewind.gateway.auth.AllowedOrigins;
import dev.tradewind.gateway.config.ServerSecurity;
import dev.tradewind.gateway.config.ServerSecurity.TlsFiles;
import dev.tradewind.gateway.config.UploadRules;
import io.vertx.core.net.SocketAddress;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Security settings of the gateway, with stricter defaults in production. */
final class GatewaySecurity {

  private static final int COSTLY_REQUESTS = 600;
  private static final int CART_CHANGES = 60;
  private static final int MIN_SECRET = 16;
  private static final Pattern SCANNER =
      Pattern.compile("unix:(/.+)|([a-zA-Z0-9._-]+|\\[[0-9a-fA-F:.]+]):(\\d{1,5})");

  private GatewaySecurity() {}

  /** The requirement of production that the gateway serves TLS, unless it is told otherwise. */
  static Stream<String> plainText(Settings settings) {
    if (settings.isGiven(Setting.TLS_CERTIFICATE)
        || settings.isGiven(Setting.TLS_KEY)
        || settings.truth(Setting.HTTP_PLAIN_TEXT)) {
      return Stream.empty();
    }
    return Stream.of(
        "Production needs %s and %s, or %s=true behind a proxy that terminates TLS."
            .formatted(
                Setting.TLS_CERTIFICATE.variable(),
                Setting.TLS_KEY.variable(),
                Setting.HTTP_PLAIN_TEXT.variable()));
  }

  static ServerSecurity of(Settings settings, boolean isProduction) {
    return ServerSecurity.DEVELOPMENT
        .withTls(tls(settings))
        .withPublicUrl(
            settings.textOrNull(Setting.PUBLIC_URL) == null ? null : NodeConfig.publicUrl(settings))
        .withPublishesApiDocs(settings.truth(Setting.API_DOCS, !isProduction))
        .withConnectionsPerAddress(settings.number(Setting.CONNECTIONS_PER_ADDRESS, 1, 1_000_000))
        .withRequiresSecondFactor(settings.truth(Setting.REQUIRE_SECOND_FACTOR, isProduction))
        .withRoles(AuthConfig.roles(settings))
        .withCoversSubdomains(settings.truth(Setting.HSTS_SUBDOMAINS, isProduction))
        .withSessionCookie(sessionCookie(settings, isProduction))
        .withCostlyRequestsPerMinute(
            settings.number(
                Setting.COSTLY_REQUESTS_PER_ADDRESS,
                isProduction ? COSTLY_REQUESTS : 0,
                0,
                1_000_000))
        .withCartChangesPerMinute(
            settings.number(
                Setting.CART_CHANGES_PER_ADDRESS, isProduction ? CART_CHANGES : 0, 0, 1_000_000))
        .withV1TokenSecret(v1TokenSecret(settings))
        .withUploads(
            new UploadRules(
                settings.truth(Setting.KNOWN_UPLOADS_ONLY, isProduction), scanner(settings)));
  }

  /** A secret that can be guessed lets anyone sign tokens. */
  private static @Nullable String v1TokenSecret(Settings settings) {
    String secret = settings.textOrNull(Setting.V1_JWT_SECRET);
    if (secret != null && secret.length() < MIN_SECRET) {
      throw new CliException(
          ("%s must have at least %s characters: tokens of a v1 shop with a shorter one, such as its"
                  + " default supersecret, are not safe to accept.")
              .formatted(Setting.V1_JWT_SECRET.variable(), MIN_SECRET));
    }
    return secret;
  }

  private static @Nullable SocketAddress scanner(Settings settings) {
    String value = settings.textOrNull(Setting.MALWARE_SCANNER);
    if (value == null) {
      return null;
    }
    Matcher place = SCANNER.matcher(value);
    if (!place.matches()) {
      throw new CliException(
          Setting.MALWARE_SCANNER.variable()
              + " must look like clamd.internal:3310 or unix:/run/clamav/clamd.ctl.");
    }
    if (place.group(1) != null) {
      return SocketAddress.domainSocketAddress(place.group(1));
    }
    int port = Integer.parseInt(place.group(3));
    if (port < 1 || port > 65_535) {
      throw new CliException(Setting.MALWARE_SCANNER.variable() + " has an invalid port.");
    }
    return SocketAddress.inetSocketAddress(port, place.group(2).replaceAll("[\\[\\]]", ""));
  }

  /** Browsers take a prefixed cookie over TLS only, which development does not have. */
  static SessionCookieName sessionCookie(Settings settings, boolean isProduction) {
    boolean isPrefixed = settings.truth(Setting.SESSION_COOKIE_PREFIX, isProduction);
    if (isPrefixed && !isProduction) {
      throw new CliException(
          Setting.SESSION_COOKIE_PREFIX.variable()
              + " is for production: browsers refuse the cookie without TLS.");
    }
    return isPrefixed ? SessionCookieName.HOST_PREFIXED : SessionCookieName.PLAIN;
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

  /** The origins of a surface; origins of development servers are not allowed in production. */
  static AllowedOrigins origins(
      Settings settings, Setting setting, boolean isProduction, String development) {
    String value = settings.textOrNull(setting);
    String list = value == null ? (isProduction ? "" : development) : value;
    try {
      return AllowedOrigins.parse(list);
    } catch (IllegalArgumentException malformed) {
      throw new CliException(setting.variable() + ": " + malformed.getMessage() + ".", malformed);
    }
  }
}
