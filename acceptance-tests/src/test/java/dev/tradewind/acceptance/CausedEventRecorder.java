package dev.tradewind.acceptance;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.outbox.AggregateState;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.vertx.core.Future;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Recorder of the types of events that each operation causes. With {@code
 * -Dtradewind.examples.write=true} those of a test run are added to the file of the contract; an
 * event names the request that caused it.
 */
public final class CausedEventRecorder {

  private static final Map<String, Set<String>> OPERATIONS = new ConcurrentHashMap<>();
  private static final Map<String, Set<String>> TYPES = new ConcurrentHashMap<>();

  static {
    if (ExampleRecorder.IS_ON) {
      Runtime.getRuntime().addShutdownHook(new Thread(CausedEventRecorder::write));
    }
  }

  private CausedEventRecorder() {}

  /** Records that a request of this id was accepted. */
  public static void accepted(Operation operation, String requestId) {
    if (ExampleRecorder.IS_ON && operation.isWrite()) {
      add(OPERATIONS, requestId, operation.id());
    }
  }

  static EventPublisher recording(EventPublisher publisher) {
    if (!ExampleRecorder.IS_ON) {
      return publisher;
    }
    return new EventPublisher() {
      @Override
      public Future<Void> publish(List<Event> events) {
        events.forEach(event ->
            EventTypes.find(event.topic(), event.type())
                .map(EventType::key)
                .ifPresent(type -> add(TYPES, event.causationId(), type)));
        return publisher.publish(events);
      }

      @Override
      public Future<Void> publishStates(List<AggregateState> states) {
        return publisher.publishStates(states);
      }
    };
  }

  private static void add(Map<String, Set<String>> sets, String key, String value) {
    sets.computeIfAbsent(key, absent -> ConcurrentHashMap.newKeySet()).add(value);
  }

  private static void write() {
    Map<String, Set<String>> caused = new TreeMap<>();
    OPERATIONS.forEach((request, operations) -> {
      // Some tests send an id of their own more than once.
      if (operations.size() == 1 && TYPES.containsKey(request)) {
        caused
            .computeIfAbsent(operations.iterator().next(), absent -> new TreeSet<>())
            .addAll(TYPES.get(request));
      }
    });
    ExampleRecorder.rewrite(
        "events",
        events ->
            caused.forEach((operation, types) ->
                events.merge(operation, List.copyOf(types), CausedEventRecorder::union)));
  }

  private static List<?> union(Object one, Object other) {
    return Stream.of(one, other)
        .flatMap(types -> ((Collection<?>) types).stream())
        .distinct()
        .sorted()
        .toList();
  }
}
