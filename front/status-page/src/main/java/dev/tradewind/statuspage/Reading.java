package dev.tradewind.statuspage;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reading of the meters of a node that its status shows: one pass over all of them, which blocks
 * for milliseconds.
 *
 * @param operations by operation, since the start of the node or an earlier reading
 * @param tasks by verticle and task
 * @param eventLoopDelay seconds that an event loop was late at most within two minutes; absent
 *     where it is not measured
 */
record Reading(
    Map<String, OperationTimes> operations,
    Map<String, TaskRuns> tasks,
    List<Fact> facts,
    @Nullable Double eventLoopDelay) {

  private static final String REQUESTS = "tradewind.requests";
  private static final String TASK_RUNS = "tradewind.background.task.runs";
  private static final String TASK_SUCCESS = "tradewind.background.task.last.success.timestamp";
  private static final String DELAY = "tradewind.event.loop.delay";

  /** Gauges without the label are of this verticle. */
  private static final String PAYING = "cart";

  static Reading of(MeterRegistry meters) {
    Map<String, OperationTimes> operations = new HashMap<>();
    Map<String, TaskRuns> tasks = new TreeMap<>();
    List<Fact> facts = new ArrayList<>();
    List<Double> delay = new ArrayList<>();
    meters.forEachMeter(meter -> {
      String name = meter.getId().getName();
      if (meter instanceof Timer timer && name.equals(REQUESTS)) {
        String operation = tag(meter, "operation");
        int status = Integer.parseInt(tag(meter, "status"));
        operations.merge(
            operation, OperationTimes.of(timer, operation, status), OperationTimes::plus);
      } else if (meter instanceof Timer timer && name.equals(DELAY)) {
        delay.add(timer.max(TimeUnit.SECONDS));
      } else if (meter instanceof Counter counter && name.equals(TASK_RUNS)) {
        add(tasks, runs(counter));
      } else if (meter instanceof Gauge gauge && name.equals(TASK_SUCCESS)) {
        add(tasks, success(gauge));
      } else if (meter instanceof Gauge gauge && Fact.NAMES.contains(name)) {
        facts.add(fact(gauge));
      }
    });
    // Gauges whose source is gone have no number.
    facts.removeIf(fact -> !Double.isFinite(fact.value()));
    tasks.values().removeIf(runs -> runs.lastSuccess().equals(Instant.MAX));
    return new Reading(operations, tasks, facts, delay.isEmpty() ? null : delay.getFirst());
  }

  private static void add(Map<String, TaskRuns> tasks, TaskRuns runs) {
    tasks.merge(runs.key(), runs, TaskRuns::plus);
  }

  private static TaskRuns runs(Counter counter) {
    long runs = (long) counter.count();
    boolean isSuccess = tag(counter, "outcome").equals("success");
    return new TaskRuns(
        tag(counter, "verticle"),
        tag(counter, "task"),
        Instant.MAX,
        isSuccess ? 0 : runs,
        isSuccess ? runs : 0,
        isSuccess ? 0 : runs);
  }

  private static TaskRuns success(Gauge gauge) {
    return new TaskRuns(
        tag(gauge, "verticle"),
        tag(gauge, "task"),
        Instant.ofEpochMilli(Math.round(gauge.value() * 1_000)),
        0,
        0,
        0);
  }

  private static Fact fact(Gauge gauge) {
    String verticle = gauge.getId().getTag("verticle");
    return new Fact(
        gauge.getId().getName(),
        verticle == null ? PAYING : verticle,
        gauge.getId().getTags().stream()
            .filter(tag -> !tag.getKey().equals("verticle"))
            .map(tag -> tag.getValue())
            .findFirst()
            .orElse(null),
        gauge.value());
  }

  private static String tag(Meter meter, String name) {
    String value = meter.getId().getTag(name);
    return value == null ? "" : value;
  }

  /** The same with the requests and runs since an earlier reading of the same meters. */
  Reading since(Reading earlier) {
    return new Reading(
        since(operations, earlier.operations, OperationTimes::since),
        since(tasks, earlier.tasks, TaskRuns::since),
        facts,
        eventLoopDelay);
  }

  private static <T> Map<String, T> since(
      Map<String, T> now, Map<String, T> before, BinaryOperator<T> difference) {
    Map<String, T> since = new TreeMap<>();
    now.forEach((key, value) -> {
      T earlier = before.get(key);
      since.put(key, earlier == null ? value : difference.apply(value, earlier));
    });
    return since;
  }
}
