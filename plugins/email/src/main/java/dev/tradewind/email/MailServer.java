package dev.tradewind.email;

import dev.tradewind.spi.PluginContext;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.mail.MailClient;
import io.vertx.ext.mail.MailConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mail server of the shop, with pooled connections. Its URL has the login: when that of a file
 * changes, later e-mails go to the new one. A malformed one leaves the former.
 */
final class MailServer {

  private static final Logger LOG = LoggerFactory.getLogger(MailServer.class);

  /** E-mails that are being sent over the former connections end within this time. */
  private static final Duration DRAIN = Duration.ofMinutes(1);

  private final Vertx vertx;
  private final PluginContext context;
  private String url;
  private MailConfig config;
  private MailClient client;

  /**
   * @throws IllegalArgumentException if the URL is malformed
   */
  MailServer(String url, PluginContext context) {
    this.vertx = context.vertx();
    this.context = context;
    this.url = url;
    this.config = EmailSettings.server(url, context.isProduction());
    this.client = MailClient.create(vertx, config);
  }

  /** Client with the present login. */
  synchronized MailClient client() {
    String current = context.setting(EmailSettings.SMTP_URL).orElse(url);
    if (!current.equals(url)) {
      url = current;
      connect();
    }
    return client;
  }

  private void connect() {
    MailClient previous = client;
    try {
      config = EmailSettings.server(url, context.isProduction());
    } catch (IllegalArgumentException malformed) {
      LOG.warn("Keeping the former mail server: {}", malformed.getMessage());
      return;
    }
    client = MailClient.create(vertx, config);
    vertx
        .timer(DRAIN.toSeconds(), TimeUnit.SECONDS)
        .compose(drained -> previous.close())
        .onFailure(failure -> LOG.debug("Closing a mail client failed", failure));
  }

  /** Connects to the server, without a message; succeeds with what there is to say. */
  synchronized Future<String> check() {
    return MailProbe.run(vertx, config)
        .map("The mail server " + config.getHostname() + " answers.");
  }

  synchronized Future<Void> close() {
    return client.close();
  }
}
