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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recorder of the types of events that each operation causes, compared with the declared ones of
 * the contract ({@code x-events}). With {@code -Dtradewind.examples.write=true} those of a test run
 * are added to the declaration; an event names the request that caused it. Each JVM of a test run
 * leaves what it has seen in a file, which {@link DeclaredEventsIT} reads after all others.
 */
public final class CausedEventRecorder {

  private static final Path SEEN = Path.of("target", "caused-events");

  /** Types by the operations that caused them, of tests that {@link #forget} has taken away. */
  private static final Map<String, Set<String>> EARLIER = new ConcurrentHashMap<>();

  private static final Map<String, Set<String>> OPERATIONS = new ConcurrentHashMap<>();
  private static final Map<String, Set<String>> TYPES = new ConcurrentHashMap<>();

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(CausedEventRecorder::write));
  }

  private CausedEventRecorder() {}

  /** Records that a request of this id was accepted. */
  public static void accepted(Operation operation, String requestId) {
    if (operation.isWrite()) {
      add(OPERATIONS, requestId, operation.id());
    }
  }

  static EventPublisher recording(EventPublisher publisher) {
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

  /** Takes what earlier tests of this JVM have caused out of {@link #undeclared}. */
  public static void forget() {
    caused().forEach((operation, types) -> types.forEach(type -> add(EARLIER, operation, type)));
    OPERATIONS.clear();
    TYPES.clear();
  }

  /** Types by the operations of all JVMs of the test run that have ended; forgotten thereby. */
  static Map<String, Set<String>> takeSeen() throws IOException {
    Map<String, Set<String>> seen = new TreeMap<>();
    if (Files.isDirectory(SEEN)) {
      try (Stream<Path> files = Files.list(SEEN)) {
        for (Path file : files.toList()) {
          new JsonObject(Files.readString(file))
              .forEach(caused ->
                  ((JsonArray) caused.getValue())
                      .forEach(type ->
                          seen.computeIfAbsent(caused.getKey(), absent -> new TreeSet<>())
                              .add((String) type)));
          Files.delete(file);
        }
      }
    }
    return seen;
  }

  /** Types that operations of this JVM have caused and that the contract does not name. */
  public static Map<String, Set<String>> undeclared() {
    Map<String, Set<String>> declared = declared();
    Map<String, Set<String>> undeclared = caused();
    undeclared.forEach(
        (operation, types) -> types.removeAll(declared.getOrDefault(operation, Set.of())));
    undeclared.values().removeIf(Set::isEmpty);
    return undeclared;
  }

  /** Declared types by their operations. */
  static Map<String, Set<String>> declared() {
    try (InputStream file = Contract.class.getResourceAsStream("/openapi/examples/events.json")) {
      Map<String, Set<String>> declared = new TreeMap<>();
      new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()))
          .forEach(operation ->
              declared.put(
                  operation.getKey(),
                  ((JsonArray) operation.getValue())
                      .stream().map(String.class::cast).collect(Collectors.toSet())));
      return declared;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static void write() {
    forget();
    if (EARLIER.isEmpty()) {
      return;
    }
    JsonObject seen = new JsonObject();
    EARLIER.forEach(
        (operation, types) -> seen.put(operation, new JsonArray(types.stream().sorted().toList())));
    try {
      Files.createDirectories(SEEN);
      Files.writeString(SEEN.resolve(ProcessHandle.current().pid() + ".json"), seen.encode());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    if (ExampleRecorder.IS_ON) {
      ExampleRecorder.rewrite(
          "events",
          events ->
              EARLIER.forEach((operation, types) ->
                  events.merge(operation, List.copyOf(types), CausedEventRecorder::union)));
    }
  }

  private static List<?> union(Object one, Object other) {
    return Stream.of(one, other)
        .flatMap(types -> ((Collection<?>) types).stream())
        .distinct()
        .sorted()
        .toList();
  }
}
