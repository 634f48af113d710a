package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import java.util.List;

/** Destination of the events of the outbox relay; one per node. */
public interface EventPublisher {

  /**
   * Publishes the events, in order for each key. The future succeeds when all of them are
   * acknowledged; after a failure some may have been published and all are published again.
   */
  Future<Void> publish(List<Event> events);
}
