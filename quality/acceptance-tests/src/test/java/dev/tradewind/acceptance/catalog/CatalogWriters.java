package dev.tradewind.acceptance.catalog;

import dev.tradewind.acceptance.Answer;
import dev.tradewind.acceptance.chaos.ChaosClient;
import dev.tradewind.acceptance.chaos.ChaosCluster;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writers at one node, each of which changes one thing of the catalog again and again, with the
 * numbers of the changes that were started and acknowledged.
 */
final class CatalogWriters implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final int MAX_PAUSE_MILLIS = 150;

  /**
   * Longer than a request without a response can still take effect, so that its repetition is the
   * last to do so.
   */
  private static final Duration BEFORE_REPETITION = Duration.ofSeconds(6);

  /** Request with the change of a number. */
  record Change(String method, String path, @Nullable JsonObject body) {}

  private record Rounds(AtomicInteger started, AtomicInteger acknowledged) {}

  private final ChaosClient staff;
  private final Queue<String> violations;
  private final Map<String, Rounds> rounds = new HashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isOver;

  private CatalogWriters(ChaosClient staff, Queue<String> violations) {
    this.staff = staff;
    this.violations = violations;
  }

  /**
   * Makes each change with the number 0, and starts a thread for each.
   *
   * @param changes by their names
   * @param violations receives answers that no fault explains
   */
  static CatalogWriters start(
      ChaosClient staff, Map<String, IntFunction<Change>> changes, Queue<String> violations) {
    CatalogWriters writers = new CatalogWriters(staff, violations);
    changes.forEach((name, change) -> {
      writers.write(name, change.apply(0));
      writers.rounds.put(name, new Rounds(new AtomicInteger(), new AtomicInteger()));
    });
    changes.forEach((name, change) ->
        writers.threads.add(Thread.ofVirtual().start(() -> writers.run(name, change))));
    return writers;
  }

  private void run(String name, IntFunction<Change> change) {
    Rounds done = rounds.get(name);
    Random random = new Random(name.hashCode());
    for (int round = 1; !isOver; round++) {
      done.started().set(round);
      if (!write(name, change.apply(round))) {
        return;
      }
      done.acknowledged().set(round);
      ChaosCluster.pause(Duration.ofMillis(random.nextInt(MAX_PAUSE_MILLIS)));
    }
  }

  /** Repeats a change until it is acknowledged; false if the end comes first. */
  private boolean write(String name, Change change) {
    while (!isOver) {
      try {
        Answer answer = staff.send(0, change.method(), change.path(), change.body(), null, TIMEOUT);
        if (answer.status() == 200) {
          return true;
        }
        if (!isOutage(answer)) {
          violations.add("%s: %d %s".formatted(name, answer.status(), answer.text()));
          return false;
        }
      } catch (IOException lost) {
        // Whether it has taken effect is unknown.
      }
      ChaosCluster.pause(BEFORE_REPETITION);
    }
    return false;
  }

  static boolean isOutage(Answer answer) {
    return answer.status() == 503 || answer.status() == 504;
  }

  /** The numbers of the last changes that were acknowledged. */
  Map<String, Integer> acknowledged() {
    Map<String, Integer> last = new HashMap<>();
    rounds.forEach((name, done) -> last.put(name, done.acknowledged().get()));
    return last;
  }

  /** The numbers of the last changes that were started. */
  Map<String, Integer> started() {
    Map<String, Integer> last = new HashMap<>();
    rounds.forEach((name, done) -> last.put(name, done.started().get()));
    return last;
  }

  @Override
  public void close() {
    isOver = true;
    threads.forEach(ChaosCluster::join);
  }
}
