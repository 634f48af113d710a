package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import java.util.List;

/** Where the outbox relay hands events over; one for a node. */
public interface EventPublisher {

  /**
   * Publishes the events, in their order for each key. The future succeeds when all of them are
   * acknowledged; after a failure some may have been published and all are published again.
   */
  Future<Void> publish(List<Event> events);
}
