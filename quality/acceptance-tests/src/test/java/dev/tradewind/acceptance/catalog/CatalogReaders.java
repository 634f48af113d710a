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
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Readers at every node that compare each page with the changes that were acknowledged before they
 * asked for it. A page may be newer, up to what was started when it came.
 */
final class CatalogReaders implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration SHORT = Duration.ofMillis(100);

  /**
   * Read of a page.
   *
   * @param client with the shopper's credentials
   * @param check compares what the page shows
   */
  record Read(String name, ChaosClient client, String path, BiConsumer<Page, JsonObject> check) {}

  private final CatalogWriters writers;
  private final Queue<String> violations;
  private final Map<String, Integer> compared = new ConcurrentHashMap<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isResting;
  private volatile boolean isOver;

  private CatalogReaders(CatalogWriters writers, Queue<String> violations) {
    this.writers = writers;
    this.violations = violations;
  }

  /** Starts readers at each of the nodes. */
  static CatalogReaders start(
      int nodes,
      int readersOfANode,
      List<Read> reads,
      CatalogWriters writers,
      Queue<String> violations) {
    CatalogReaders readers = new CatalogReaders(writers, violations);
    for (int node = 0; node < nodes; node++) {
      int asked = node;
      reads.forEach(read -> readers.compared.put(name(asked, read), 0));
      for (int reader = 0; reader < readersOfANode; reader++) {
        readers.threads.add(Thread.ofVirtual().start(() -> readers.run(asked, reads)));
      }
    }
    return readers;
  }

  private static String name(int node, Read read) {
    return read.name() + at(node);
  }

  /** End of the names of all pages at a node. */
  static String at(int node) {
    return " at node " + node;
  }

  private void run(int node, List<Read> reads) {
    while (!isOver && violations.isEmpty()) {
      try {
        for (Read read : reads) {
          awaitWork();
          read(node, read);
        }
      } catch (RuntimeException failure) {
        violations.add(failure.toString());
      }
    }
  }

  private void awaitWork() {
    while (isResting && !isOver) {
      ChaosCluster.pause(SHORT);
    }
  }

  /** Begins no more reads until {@link #resume}, so that nodes keep pages that grow stale. */
  void rest() {
    isResting = true;
  }

  void resume() {
    isResting = false;
  }

  private void read(int node, Read read) {
    Map<String, Integer> known = writers.acknowledged();
    Answer answer;
    try {
      answer = read.client().send(node, "GET", read.path(), null, null, TIMEOUT);
    } catch (IOException lost) {
      ChaosCluster.pause(SHORT);
      return;
    }
    String name = name(node, read);
    if (answer.status() == 200) {
      read.check().accept(new Page(name, known, writers.started()), answer.body());
      compared.merge(name, 1, Integer::sum);
    } else if (CatalogWriters.isOutage(answer)) {
      ChaosCluster.pause(SHORT);
    } else {
      violations.add("%s: %d %s".formatted(name, answer.status(), answer.text()));
    }
  }

  /** Comparisons of each page at each node. */
  Map<String, Integer> compared() {
    return new HashMap<>(compared);
  }

  /** Changes that a page may show: from those known before it was read to those started since. */
  final class Page {

    private final String name;
    private final Map<String, Integer> known;
    private final Map<String, Integer> possible;

    private Page(String name, Map<String, Integer> known, Map<String, Integer> possible) {
      this.name = name;
      this.known = known;
      this.possible = possible;
    }

    void shows(String what, int number) {
      if (number < known.get(what) || number > possible.get(what)) {
        violations.add(
            "%s shows %s %d; %d was acknowledged before, %d started"
                .formatted(name, what, number, known.get(what), possible.get(what)));
      }
    }

    /** For a state that every other change turns on; it is certain between two changes. */
    void shows(String what, boolean isOn) {
      if (isCertain(what) && isOn != (known.get(what) % 2 == 1)) {
        violations.add(
            "%s shows %s %s after change %d".formatted(name, what, isOn, known.get(what)));
      }
    }

    boolean isCertainlyOff(String what) {
      return isCertain(what) && known.get(what) % 2 == 0;
    }

    private boolean isCertain(String what) {
      return known.get(what).equals(possible.get(what));
    }
  }

  @Override
  public void close() {
    isOver = true;
    threads.forEach(ChaosCluster::join);
  }
}
