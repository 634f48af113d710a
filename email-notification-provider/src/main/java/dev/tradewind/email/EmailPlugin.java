package dev.tradewind.email;

import dev.tradewind.spi.Plugin;
import dev.tradewind.spi.PluginContext;
import dev.tradewind.spi.Provider;
import dev.tradewind.spi.Setting;
import io.vertx.core.Future;
import io.vertx.ext.mail.MailClient;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plugin that sends e-mails about events; it is on where a mail server is set. */
public final class EmailPlugin implements Plugin {

  private @Nullable EmailProvider provider;
  private @Nullable MailClient client;

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
            .map(url -> List.<Provider>of(provider(EmailSettings.of(url, context), context)))
            .orElse(List.of()));
  }

  private EmailProvider provider(EmailSettings settings, PluginContext context) {
    MailClient connected = MailClient.create(context.vertx(), settings.server());
    EmailProvider started =
        new EmailProvider(context.vertx(), context.clock(), connected, settings);
    client = connected;
    provider = started;
    context.reportHealth(started::health);
    return started;
  }

  @Override
  public Future<String> check() {
    EmailProvider started = provider;
    return started == null ? Future.succeededFuture("Off.") : started.check();
  }

  @Override
  public Future<Void> close() {
    return client == null ? Future.succeededFuture() : client.close();
  }
}
