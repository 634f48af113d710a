package dev.tradewind.email;

import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Setting;
import dev.tradewind.spi.notification.MailAddress;
import io.vertx.ext.mail.MailConfig;
import io.vertx.ext.mail.StartTLSOptions;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the e-mail plugin.
 *
 * @param from address of the sender: {@code Shop <shop@example.com>}
 * @param replyTo address for answers; null: that of the sender
 * @param templates folder with templates and texts of the shop; null: the built-in ones alone
 * @param language of recipients whose language the shop does not know
 * @param storeUrl URL of the storefront, without a slash at the end
 * @param publicUrl URL of the gateway, without a slash at the end
 */
record EmailSettings(
    String from,
    @Nullable String replyTo,
    @Nullable Path templates,
    String language,
    String storeUrl,
    String publicUrl) {

  static final String SMTP_URL = "TRADEWIND_SMTP_URL";
  static final String FROM = "TRADEWIND_MAIL_FROM";
  static final String REPLY_TO = "TRADEWIND_MAIL_REPLY_TO";
  static final String TEMPLATES = "TRADEWIND_MAIL_TEMPLATES";
  static final String LANGUAGE = "TRADEWIND_MAIL_LANGUAGE";
  static final String STORE_URL = "TRADEWIND_MAIL_STORE_URL";

  static final List<Setting> ALL =
      List.of(
          Setting.secret(SMTP_URL),
          Setting.plain(FROM),
          Setting.plain(REPLY_TO),
          Setting.plain(TEMPLATES),
          Setting.plain(LANGUAGE),
          Setting.plain(STORE_URL));

  private static final int SUBMISSION_PORT = 587;
  private static final int TLS_PORT = 465;
  private static final int MAX_CONNECTIONS = 4;

  /**
   * @throws IllegalArgumentException if a setting is missing or wrong
   */
  static EmailSettings of(PluginContext context) {
    String from =
        context
            .setting(FROM)
            .orElseThrow(() -> new IllegalArgumentException("E-mails need " + FROM + "."));
    Path templates = context.setting(TEMPLATES).map(Path::of).orElse(null);
    if (templates != null && !Files.isDirectory(templates)) {
      throw new IllegalArgumentException(TEMPLATES + ": there is no folder " + templates + ".");
    }
    String replyTo = context.setting(REPLY_TO).orElse(null);
    if (replyTo != null && MailAddress.ascii(Sender.of(replyTo).address()).isEmpty()) {
      throw new IllegalArgumentException(REPLY_TO + " must be an e-mail address.");
    }
    return new EmailSettings(
        from,
        replyTo,
        templates,
        context.setting(LANGUAGE).orElse("en"),
        context.setting(STORE_URL).orElse(context.publicUrl()).replaceFirst("/+$", ""),
        context.publicUrl());
  }

  /** Address for questions. */
  String contact() {
    return replyTo == null ? sender().address() : Sender.of(replyTo).address();
  }

  String dashboardUrl() {
    return publicUrl + "/app";
  }

  /** Beginning of the URLs of images that the shop serves, in several sizes. */
  String imageUrls() {
    return publicUrl + "/files/";
  }

  Sender sender() {
    return Sender.of(from);
  }

  /**
   * Server of a URL. In production a connection without TLS is refused, unless the server is on
   * this machine.
   *
   * @throws IllegalArgumentException if the URL is malformed
   */
  static MailConfig server(String url, boolean isProduction) {
    URI uri = uri(url);
    boolean isTls = uri.getScheme().equals("smtps");
    boolean isLocal = List.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
    MailConfig server =
        new MailConfig()
            .setHostname(uri.getHost())
            .setPort(uri.getPort() > 0 ? uri.getPort() : isTls ? TLS_PORT : SUBMISSION_PORT)
            .setSsl(isTls)
            .setStarttls(
                isTls
                    ? StartTLSOptions.DISABLED
                    : isProduction && !isLocal
                        ? StartTLSOptions.REQUIRED
                        : StartTLSOptions.OPTIONAL)
            .setKeepAlive(true)
            .setMaxPoolSize(MAX_CONNECTIONS);
    String login = uri.getRawUserInfo();
    if (login != null) {
      String[] parts = login.split(":", 2);
      server.setUsername(decoded(parts[0])).setPassword(parts.length > 1 ? decoded(parts[1]) : "");
    }
    return server;
  }

  private static URI uri(String url) {
    try {
      URI uri = URI.create(url);
      if (uri.getHost() != null && List.of("smtp", "smtps").contains(uri.getScheme())) {
        return uri;
      }
    } catch (IllegalArgumentException malformed) {
      throw wrong(malformed);
    }
    throw wrong(null);
  }

  private static IllegalArgumentException wrong(@Nullable Throwable cause) {
    return new IllegalArgumentException(
        SMTP_URL + " must be a URL such as smtp://user:password@mail.example.com:587.", cause);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
