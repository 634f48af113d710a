package dev.tradewind.webhook.delivery;

import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.outbound.OutboundHttpClient;
import dev.tradewind.kernel.outbound.OutboundPolicy;
import dev.tradewind.webhook.event.CloudEvents;
import dev.tradewind.webhook.subscription.SecretEncryption;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.List;

/** Wiring of the deliveries. */
public final class DeliveryModule {

  private DeliveryModule() {}

  /** Webhooks by state, and what they wait for. */
  public static List<DatabaseFact> facts() {
    return DeliveryStore.FACTS;
  }

  /**
   * @param policy of the calls of receivers
   */
  public static DeliveryWorker worker(
      Vertx vertx,
      Pool pool,
      OutboundPolicy policy,
      CloudEvents form,
      SecretEncryption encryption,
      Clock clock) {
    return new DeliveryWorker(
        vertx,
        pool,
        new DeliverySender(new OutboundHttpClient(vertx, policy), form, clock),
        encryption,
        clock);
  }
}
