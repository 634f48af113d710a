package dev.tradewind.launcher.node;

import dev.tradewind.gateway.management.Health;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import java.util.UUID;

/** Probe of the clustered event bus: a message of this node to itself. */
final class EventBusProbe {

  private final Vertx vertx;
  private final String address = "node.probe." + UUID.randomUUID();

  private EventBusProbe(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Registers the consumer of the probe; completes when the cluster knows it. */
  static Future<EventBusProbe> start(Vertx vertx) {
    EventBusProbe probe = new EventBusProbe(vertx);
    return vertx
        .eventBus()
        .consumer(probe.address, message -> message.reply("here"))
        .completion()
        .map(probe);
  }

  /** Fails if the message does not come back. */
  Future<?> check() {
    return vertx
        .eventBus()
        .request(
            address,
            "there?",
            new DeliveryOptions().setSendTimeout(Health.CHECK_TIMEOUT.toMillis()))
        .recover(failure -> Future.failedFuture("The event bus does not answer."));
  }
}
