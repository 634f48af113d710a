package dev.tradewind.acceptance;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.gateway.contract.Contract;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.outbox.AggregateState;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.EventPublisher;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * Recorder of the types of events that each operation causes, compared with the declared ones of
 * the contract ({@code x-events}). With {@code -Dtradewind.examples.write=true} those of a test run
 * are added to the declaration; an event names the request that caused it.
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
    if (operation.isWrite()) {
      add(OPERATIONS, requestId, operation.id());
    }
  }

  public static EventPublisher recording(EventPublisher publisher) {
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

  /** Types by the operations that caused them. */
  private static Map<String, Set<String>> caused() {
    Map<String, Set<String>> caused = new TreeMap<>();
    OPERATIONS.forEach((request, operations) -> {
      // Some tests send an id of their own more than once.
      if (operations.size() == 1 && TYPES.containsKey(request)) {
        caused
            .computeIfAbsent(operations.iterator().next(), absent -> new TreeSet<>())
            .addAll(TYPES.get(request));
      }
    });
    return caused;
  }

  /** Forgets what earlier tests of this JVM have caused, unless all of it is to be written. */
  public static void forget() {
    if (!ExampleRecorder.IS_ON) {
      OPERATIONS.clear();
      TYPES.clear();
    }
  }

  /** Types that operations of this JVM have caused and that the contract does not name. */
  public static Map<String, Set<String>> undeclared() {
    JsonObject declared = declared();
    Map<String, Set<String>> undeclared = caused();
    undeclared.forEach((operation, types) ->
        declared.getJsonArray(operation, new JsonArray()).forEach(types::remove));
    undeclared.values().removeIf(Set::isEmpty);
    return undeclared;
  }

  private static JsonObject declared() {
    try (InputStream file = Contract.class.getResourceAsStream("/openapi/examples/events.json")) {
      return new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void write() {
    Map<String, Set<String>> caused = caused();
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
