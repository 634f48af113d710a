package dev.tradewind.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Declared events of the operations ({@code x-events}) that no operation of a whole test run has
 * caused. Runs after all other tests, and does nothing after some of them.
 */
@Tag("last")
class DeclaredEventsIT {

  /** Share of the declared operations that a whole test run has called at least. */
  private static final double WHOLE = 0.9;

  @Test
  void eachDeclaredEventIsCausedByItsOperation() throws IOException {
    Map<String, Set<String>> declared = CausedEventRecorder.declared();
    Map<String, Set<String>> seen = CausedEventRecorder.takeSeen();
    long called = declared.keySet().stream().filter(seen::containsKey).count();
    assumeTrue(called >= declared.size() * WHOLE, "Only some tests ran: " + called + " operations");

    Map<String, Set<String>> unseen = new TreeMap<>();
    declared.forEach((operation, types) -> {
      Set<String> rest = new TreeSet<>(types);
      rest.removeAll(seen.getOrDefault(operation, Set.of()));
      if (!rest.isEmpty()) {
        unseen.put(operation, rest);
      }
    });

    assertThat(unseen).as("declared in events.json and never caused").isEmpty();
  }
}
