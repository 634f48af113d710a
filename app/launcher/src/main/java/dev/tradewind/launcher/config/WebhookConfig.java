package dev.tradewind.launcher.config;

import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.webhook.subscription.ConfiguredWebhook;
import dev.tradewind.webhook.subscription.WebhookSettings;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Webhook settings of a node. */
final class WebhookConfig {

  /** Longer than a delivery is attempted, so that none ends before its subscription is paused. */
  private static final int MIN_RETENTION_DAYS = 2;

  private static final int MAX_RETENTION_DAYS = 365;

  private WebhookConfig() {}

  /**
   * The settings; null if webhooks are off.
   *
   * @param source CloudEvents source of the events
   */
  static @Nullable WebhookSettings of(
      Settings settings, String source, String publicUrl, boolean isProduction) {
    if (!settings.truth(Setting.WEBHOOKS)) {
      return null;
    }
    WebhookSettings webhooks =
        new WebhookSettings(
            source,
            publicUrl,
            !isProduction,
            networks(settings.text(Setting.WEBHOOKS_ALLOW_NETWORKS)),
            Duration.ofDays(
                settings.number(
                    Setting.WEBHOOKS_RETENTION_DAYS, MIN_RETENTION_DAYS, MAX_RETENTION_DAYS)),
            settings.list(Setting.WEBHOOKS_FILE, ConfiguredWebhook::parse));
    try {
      webhooks.requireCallable();
    } catch (IllegalArgumentException refused) {
      throw Settings.malformed(Setting.WEBHOOKS_FILE, refused);
    }
    return webhooks;
  }

  private static List<AddressRange> networks(String value) {
    try {
      return Stream.of(value.split(",", -1))
          .map(String::strip)
          .filter(network -> !network.isEmpty())
          .map(AddressRange::parse)
          .toList();
    } catch (IllegalArgumentException malformed) {
      throw new CliException(
          Setting.WEBHOOKS_ALLOW_NETWORKS.variable() + ": " + malformed.getMessage(), malformed);
    }
  }
}
