package dev.tradewind.webhook.subscription;

import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.webhook.event.EventTypePatterns;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Subscribers in plugins, as webhooks with addresses of their own: {@code plugin://erp/orders}.
 * They have the log, the pauses and the operations of webhooks, and are called instead of posted
 * to.
 */
public final class Subscribers {

  private static final String SCHEME = "plugin://";

  private final Map<String, Subscriber> byUrl = new HashMap<>();
  private final List<ConfiguredWebhook> webhooks;

  /**
   * @param byName {@code erp/orders}
   * @throws dev.tradewind.kernel.operation.Problem if a pattern has no type of event
   */
  public Subscribers(Map<String, Subscriber> byName) {
    byName.forEach((name, subscriber) -> byUrl.put(SCHEME + name, subscriber));
    this.webhooks =
        byName.entrySet().stream().map(one -> webhook(one.getKey(), one.getValue())).toList();
  }

  private static ConfiguredWebhook webhook(String name, Subscriber subscriber) {
    String id = "webhook_plugin_" + name.replace('/', '_');
    return new ConfiguredWebhook(
        id,
        SCHEME + name,
        EventTypePatterns.require(subscriber.eventTypes()),
        "Subscriber " + name + " of a plugin",
        unused(id));
  }

  /** Each subscription has a secret; nothing is signed with this one. */
  private static WebhookSecret unused(String id) {
    try {
      return WebhookSecret.ofKey(
          MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** Their subscriptions, which are configured as those of the operator's file are. */
  public List<ConfiguredWebhook> webhooks() {
    return webhooks;
  }

  /** Whether the address is one of a plugin, on this node or another. */
  public static boolean isPlugin(String url) {
    return url.startsWith(SCHEME);
  }

  public Optional<Subscriber> find(String url) {
    return Optional.ofNullable(byUrl.get(url));
  }
}
