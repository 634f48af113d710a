package dev.tradewind.webhook;

import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.DomainVerticle;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.spi.event.Subscriber;
import dev.tradewind.webhook.delivery.DeliveryModule;
import dev.tradewind.webhook.delivery.DeliveryWorker;
import dev.tradewind.webhook.event.CloudEvents;
import dev.tradewind.webhook.event.EventService;
import dev.tradewind.webhook.subscription.SecretEncryption;
import dev.tradewind.webhook.subscription.Subscribers;
import dev.tradewind.webhook.subscription.SubscriptionService;
import dev.tradewind.webhook.subscription.WebhookSettings;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Verticle of webhooks: records announced events, and delivers them to subscriptions. */
public final class WebhookVerticle extends DomainVerticle {

  public static final Schema SCHEMA = Schema.of("webhooks");

  private final SigningKeys keys;
  private final WebhookSettings settings;
  private final Subscribers subscribers;
  private @Nullable DeliveryWorker worker;
  private @Nullable SubscriptionService subscriptions;

  /** Verticle without subscribers of plugins. */
  public WebhookVerticle(NodeContext node, SigningKeys keys, WebhookSettings settings) {
    this(node, keys, settings, Map.of());
  }

  /**
   * @param keys keys that encrypt secrets of subscriptions
   * @param subscribers of plugins, by their names
   */
  public WebhookVerticle(
      NodeContext node,
      SigningKeys keys,
      WebhookSettings settings,
      Map<String, Subscriber> subscribers) {
    super(WebhookClient.ADDRESS, SCHEMA, node);
    this.keys = keys;
    this.settings = settings;
    this.subscribers = new Subscribers(subscribers);
  }

  @Override
  protected void bind(Operations operations, Operations internal, Pool pool, OperationClient bus) {
    Clock clock = node().clock();
    CloudEvents form = new CloudEvents(settings.source(), new EventSchemas(settings.publicUrl()));
    SecretEncryption encryption = new SecretEncryption(keys);
    DeliveryModule deliveries =
        new DeliveryModule(
            vertx, pool, settings.policy(), form, subscribers, encryption, node().gate(), clock);
    DeliveryWorker delivering = deliveries.worker();
    worker = delivering;
    EventService events =
        new EventService(pool, form, settings.retention(), clock, delivering::wake);
    events.bind(operations, internal);
    SubscriptionService managing =
        new SubscriptionService(pool, encryption, settings.policy(), clock, delivering::wake);
    subscriptions = managing;
    managing.bind(operations);
    deliveries.bind(operations, managing);
    schedule(events.pruning());
    schedule(managing.reencryption());
    schedule(delivering.task());
    show(DeliveryModule.facts());
  }

  @Override
  protected Future<?> startBackground(Pool pool, OperationClient bus) {
    if (subscriptions == null) {
      return Future.succeededFuture();
    }
    return subscriptions.configure(
        Stream.concat(settings.configured().stream(), subscribers.webhooks().stream()).toList());
  }

  @Override
  protected Future<?> stopBackground() {
    return worker == null ? Future.succeededFuture() : worker.stop();
  }
}
