package dev.tradewind.email;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Setting;
import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plugin that sends e-mails about events; it is on where a mail server is set. */
public final class EmailPlugin implements Plugin {

  private @Nullable MailServer server;

  @Override
  public String name() {
    return "email";
  }

  @Override
  public List<Setting> settings() {
    return EmailSettings.ALL;
  }

  @Override
  public Future<List<Provider>> start(PluginContext context) {
    return Future.succeededFuture(
        context
            .setting(EmailSettings.SMTP_URL)
            .map(url -> List.<Provider>of(provider(url, context)))
            .orElse(List.of()));
  }

  private EmailProvider provider(String url, PluginContext context) {
    MailServer connected = new MailServer(url, context);
    EmailProvider started = new EmailProvider(context, connected, EmailSettings.of(context));
    server = connected;
    context.reportHealth(started::health);
    return started;
  }

  @Override
  public Future<String> check() {
    MailServer started = server;
    return started == null ? Future.succeededFuture("Off.") : started.check();
  }

  @Override
  public Future<Void> close() {
    return server == null ? Future.succeededFuture() : server.close();
  }
}
