package dev.tradewind.statuspage;

import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reporter of the node that it runs on. It reads meters that exist and asks the database nothing.
 * It keeps the readings of the last minutes, one a minute, to tell recent requests from earlier
 * ones.
 */
public final class NodeReporter {

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  /** Readings that are kept: a report covers the last four to five minutes. */
  private static final int KEPT = 5;

  private final Vertx vertx;
  private final NodeIdentity identity;
  private final Supplier<Future<JsonObject>> readiness;
  private final MeterRegistry meters;
  private final Supplier<List<LoggedProblem>> problems;
  private final Deque<Reading> earlier = new ArrayDeque<>();

  /**
   * @param readiness of the node, as its health checks tell it
   * @param problems the last warnings and errors in the log, the newest first
   */
  public NodeReporter(
      Vertx vertx,
      NodeIdentity identity,
      Supplier<Future<JsonObject>> readiness,
      MeterRegistry meters,
      Supplier<List<LoggedProblem>> problems) {
    this.vertx = vertx;
    this.identity = identity;
    this.readiness = readiness;
    this.meters = meters;
    this.problems = problems;
  }

  /** Begins to keep readings, until Vert.x is closed. */
  void start() {
    vertx.setPeriodic(INTERVAL.toMillis(), minute -> vertx.executeBlocking(this::keep, false));
  }

  /** Keeps the present reading and drops the oldest one. */
  synchronized Reading keep() {
    Reading current = Reading.of(meters);
    earlier.addLast(current);
    if (earlier.size() > KEPT) {
      earlier.removeFirst();
    }
    return current;
  }

  private synchronized Reading recent() {
    Reading now = Reading.of(meters);
    // A node that is younger than the last minutes reports all since its start.
    return earlier.size() < KEPT ? now : now.since(earlier.getFirst());
  }

  Future<NodeReport> report() {
    return readiness
        .get()
        .compose(health -> vertx.executeBlocking(() -> report(health, recent()), false));
  }

  private NodeReport report(JsonObject health, Reading recent) {
    Runtime process = Runtime.getRuntime();
    return new NodeReport(
        identity,
        NodeReport.Readiness.of(health),
        new NodeReport.Load(
            process.totalMemory() - process.freeMemory(),
            process.maxMemory(),
            recent.eventLoopDelay()),
        recent.facts(),
        List.copyOf(recent.tasks().values()),
        recent.operations().values().stream()
            .filter(operation -> operation.count() > 0)
            .sorted(Comparator.comparing(OperationTimes::operation))
            .toList(),
        problems.get());
  }
}
