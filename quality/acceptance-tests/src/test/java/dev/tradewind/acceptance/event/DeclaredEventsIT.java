package dev.tradewind.acceptance.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tradewind.acceptance.CausedEventRecorder;
import dev.tradewind.gateway.contract.Contract;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Declared events of the operations ({@code x-events}) against those that the operations have
 * caused in the test run. Runs after all other tests.
 */
@Tag("last")
class DeclaredEventsIT {

  private final Map<String, Set<String>> declared = new TreeMap<>();
  private final Map<String, Set<String>> caused = new TreeMap<>();

  /** Those without events that generated requests alone have caused, which another run may miss. */
  private final Map<String, Set<String>> causedInEachRun = new TreeMap<>();

  DeclaredEventsIT() throws IOException {
    try (InputStream file = Contract.class.getResourceAsStream("/openapi/events.json")) {
      new JsonObject(Buffer.buffer(Objects.requireNonNull(file).readAllBytes()))
          .forEach(operation ->
              ((JsonArray) operation.getValue())
                  .forEach(type -> add(declared, operation.getKey(), (String) type)));
    }
    CausedEventRecorder.all()
        .forEach(operation ->
            ((JsonObject) operation.getValue())
                .forEach(type -> {
                  add(caused, operation.getKey(), type.getKey());
                  if ((Boolean) type.getValue()) {
                    add(causedInEachRun, operation.getKey(), type.getKey());
                  }
                }));
  }

  private static void add(Map<String, Set<String>> events, String operation, String type) {
    events.computeIfAbsent(operation, absent -> new TreeSet<>()).add(type);
  }

  /** Generated requests reach further ones by chance, which are printed alone. */
  @Test
  void eachEventThatAnOperationCausesIsDeclared() {
    System.out.println("Caused by chance, and not declared: " + without(caused, declared));

    assertThat(without(causedInEachRun, declared))
        .as("caused and not declared in events.json")
        .isEmpty();
  }

  @Test
  void eachDeclaredEventIsCausedByItsOperation() {
    assumeTrue(System.getProperty("it.test") == null, "Only some tests ran");

    assertThat(without(declared, causedInEachRun))
        .as("declared in events.json and never caused")
        .isEmpty();
  }

  private static Map<String, Set<String>> without(
      Map<String, Set<String>> events, Map<String, Set<String>> others) {
    Map<String, Set<String>> rest = new TreeMap<>();
    events.forEach((operation, types) ->
        types.stream()
            .filter(type -> !others.getOrDefault(operation, Set.of()).contains(type))
            .forEach(type -> add(rest, operation, type)));
    return rest;
  }
}
