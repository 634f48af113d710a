package dev.tradewind.kernel.outbox;

import io.vertx.core.Future;
import java.util.List;

/** Destination of the events of the outbox relay; one per node. */
@FunctionalInterface
public interface EventPublisher {

  /** Whether anyone within the shop is told of events. */
  default boolean hasListeners() {
    return false;
  }

  /**
   * Announces events within the shop before they are published, in order for each key, at least
   * once. While events cannot be published, later ones are announced nevertheless.
   */
  default Future<Void> announce(List<Event> events) {
    return Future.succeededFuture();
  }

  /**
   * Publishes the events, in order for each key. The future succeeds when all of them are
   * acknowledged. It fails with a {@link RefusedEventsException} when the others are; after any
   * other failure some may have been published and all are published again.
   */
  Future<Void> publish(List<Event> events);

  /**
   * Publishes states of aggregates after the events that changed them, as {@link #publish}; refused
   * ones are left out. Only called on a node that is configured to publish states.
   */
  default Future<Void> publishStates(List<AggregateState> states) {
    return Future.failedFuture(new UnsupportedOperationException("States are not published"));
  }
}
