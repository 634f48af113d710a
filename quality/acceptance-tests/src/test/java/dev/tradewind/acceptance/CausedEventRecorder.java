package dev.tradewind.acceptance;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.gateway.contract.Operation;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Recorder of the types of events that operations cause, which {@code DeclaredEventsIT} compares
 * with the declared ones. An event names the request that caused it. The outboxes are read, because
 * a shop may end before an event is published: when a shop is closed, whose database may go then,
 * and at the end of each JVM of a test run, which leaves a file. With {@code
 * -Dtradewind.examples.write=true} the types are added to the declaration.
 */
public final class CausedEventRecorder implements LauncherSessionListener {

  /** Files of a test run; absent where Maven does not run the tests. */
  private static final String FOLDER = System.getProperty("tradewind.caused-events");

  private static final Set<String> DATABASES = ConcurrentHashMap.newKeySet();
  private static final Map<String, Set<Cause>> CAUSES = new ConcurrentHashMap<>();
  private static final JsonObject CAUSED = new JsonObject();

  /** Operation of a request, and whether each test run sends the request. */
  private record Cause(String operation, boolean isCertain) {}

  /** Records that a request of this id was accepted. */
  public static void accepted(Operation operation, String requestId) {
    add(operation, requestId, true);
  }

  /** Records the same of a generated request, whose effect depends on those beside it. */
  public static void acceptedByChance(Operation operation, String requestId) {
    add(operation, requestId, false);
  }

  private static void add(Operation operation, String requestId, boolean isCertain) {
    if (operation.isWrite()) {
      String original = operation.aliasOf() == null ? operation.id() : operation.aliasOf();
      CAUSES
          .computeIfAbsent(requestId, absent -> ConcurrentHashMap.newKeySet())
          .add(new Cause(original, isCertain));
    }
  }

  /** Records the events of a shop. */
  static void record(String databaseUrl) {
    DATABASES.add(databaseUrl);
  }

  /** Reads the events of a shop; another one on its database is read when that is closed. */
  static void closed(String databaseUrl) {
    DATABASES.remove(databaseUrl);
    if (FOLDER != null) {
      read(databaseUrl);
    }
  }

  /**
   * Events of all JVMs of the test run that have ended: by operations, the types with whether each
   * test run sees them. Empty if Maven does not run the tests.
   */
  public static JsonObject all() throws IOException {
    JsonObject all = new JsonObject();
    if (FOLDER != null && Files.isDirectory(Path.of(FOLDER))) {
      try (Stream<Path> files = Files.list(Path.of(FOLDER))) {
        for (Path file : files.toList()) {
          new JsonObject(Files.readString(file))
              .forEach(operation ->
                  ((JsonObject) operation.getValue())
                      .forEach(type ->
                          add(all, operation.getKey(), type.getKey(), (Boolean) type.getValue())));
        }
      }
    }
    return all;
  }

  private static void add(JsonObject caused, String operation, String type, boolean isCertain) {
    JsonObject types = caused.getJsonObject(operation, new JsonObject());
    caused.put(operation, types.put(type, isCertain || types.getBoolean(type, false)));
  }

  @Override
  public void launcherSessionClosed(LauncherSession session) {
    if (FOLDER == null || CAUSES.isEmpty()) {
      return;
    }
    DATABASES.forEach(CausedEventRecorder::read);
    try {
      Files.createDirectories(Path.of(FOLDER));
      Files.writeString(Path.of(FOLDER, Ids.ulid() + ".json"), CAUSED.encodePrettily());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    if (ExampleRecorder.IS_ON) {
      ExampleRecorder.rewrite(
          "events",
          declared -> {
            Map<String, Object> all = new TreeMap<>(declared.getMap());
            CAUSED.forEach(operation ->
                all.merge(
                    operation.getKey(),
                    List.copyOf(((JsonObject) operation.getValue()).fieldNames()),
                    CausedEventRecorder::union));
            return new JsonObject(all);
          });
    }
  }

  private static synchronized void read(String databaseUrl) {
    String query =
        Shop.SCHEMAS.stream()
            .map(schema -> "SELECT causation_id, topic, type FROM " + schema.name() + ".outbox")
            .collect(Collectors.joining(" UNION "));
    try (Connection database = new TestDatabase(databaseUrl).connect();
        Statement statement = database.createStatement();
        ResultSet events = statement.executeQuery(query)) {
      while (events.next()) {
        Set<Cause> causes = CAUSES.getOrDefault(events.getString("causation_id"), Set.of());
        Optional<EventType> type =
            EventTypes.find(events.getString("topic"), events.getString("type"));
        // Some tests send an id of their own more than once.
        if (causes.size() == 1 && type.isPresent()) {
          Cause cause = causes.iterator().next();
          add(CAUSED, cause.operation(), type.orElseThrow().key(), cause.isCertain());
        }
      }
    } catch (SQLException failure) {
      // A test has ended the server of this database.
      System.out.println("Events of a shop are not read: " + failure.getMessage());
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
