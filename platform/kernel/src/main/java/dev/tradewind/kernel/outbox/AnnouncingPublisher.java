package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.operation.CallContext;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Predicate;

/**
 * Event publisher that announces events within the shop before it publishes them. The outbox relay
 * of every schema publishes through it, so that events of all verticles are announced. An event is
 * announced at least once; the listener recognizes repetitions by its id.
 *
 * @param filter events that are announced
 * @param listener records announced events in their order, one or more
 * @param publisher of all events, which may announce them further
 */
public record AnnouncingPublisher(
    Predicate<Event> filter,
    BiFunction<CallContext, List<Event>, Future<Void>> listener,
    Clock clock,
    EventPublisher publisher)
    implements EventPublisher {

  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Override
  public boolean hasListeners() {
    return true;
  }

  @Override
  public Future<Void> announce(List<Event> events) {
    List<Event> announced = events.stream().filter(filter).toList();
    if (announced.isEmpty()) {
      return publisher.announce(events);
    }
    return listener
        .apply(CallContext.system(clock, TIMEOUT), announced)
        .compose(recorded -> publisher.announce(events));
  }

  @Override
  public Future<Void> publish(List<Event> events) {
    return publisher.publish(events);
  }

  @Override
  public Future<Void> publishStates(List<AggregateState> states) {
    return publisher.publishStates(states);
  }
}
