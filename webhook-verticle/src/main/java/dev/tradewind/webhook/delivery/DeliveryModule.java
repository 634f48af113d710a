package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.outbound.OutboundHttpClient;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import dev.tradewind.kernel.queue.QueueFacts;
import dev.tradewind.webhook.event.CloudEvents;
import dev.tradewind.webhook.subscription.SecretEncryption;
import dev.tradewind.webhook.subscription.Subscribers;
import dev.tradewind.webhook.subscription.SubscriptionService;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/** Wiring of the deliveries. */
public final class DeliveryModule {

  private final DeliveryStore store = new DeliveryStore();
  private final Pool pool;
  private final DeliveryWorker worker;

  /**
   * @param policy of the calls of receivers
   * @param subscribers of plugins, which have the same time
   */
  public DeliveryModule(
      Vertx vertx,
      Pool pool,
      OutboundPolicy policy,
      CloudEvents form,
      Subscribers subscribers,
      SecretEncryption encryption,
      BackgroundGate gate,
      Clock clock) {
    DeliverySender sender =
        new DeliverySender(
            new OutboundHttpClient(vertx, policy), form, subscribers, policy.timeout(), clock);
    this.pool = pool;
    this.worker = new DeliveryWorker(vertx, pool, sender, encryption, store, gate, clock);
  }

  /** Webhooks by state, and what they wait for. */
  public static List<DatabaseFact> facts() {
    List<DatabaseFact> facts = new ArrayList<>(QueueFacts.of(DeliveryStore.QUEUE));
    facts.add(DeliveryStore.WEBHOOKS);
    return facts;
  }

  public DeliveryWorker worker() {
    return worker;
  }

  public void bind(Operations operations, SubscriptionService subscriptions) {
    new DeliveryService(pool, subscriptions, worker::wake, store).bind(operations);
  }
}
