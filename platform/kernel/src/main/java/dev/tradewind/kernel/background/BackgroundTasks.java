package dev.tradewind.kernel.background;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scheduler of the background tasks of one verticle. Every run is measured and counted by its
 * outcome, and the time of the last success shown; a task that begins to fail is logged once, and
 * once more when it succeeds again. A task that waits at a closed gate runs when it opens, and
 * counts as successful meanwhile.
 */
public final class BackgroundTasks {

  private static final Logger LOG = LoggerFactory.getLogger(BackgroundTasks.class);

  private final String verticle;
  private final MeterRegistry meters;
  private final BackgroundGate gate;
  private final List<Schedule> schedules = new ArrayList<>();

  /** Tasks of a node itself, which has no gate. */
  public BackgroundTasks(String verticle, MeterRegistry meters) {
    this(verticle, meters, BackgroundGate.opened());
  }

  /** Tasks of a verticle. */
  public BackgroundTasks(String verticle, MeterRegistry meters, BackgroundGate gate) {
    this.verticle = verticle;
    this.meters = meters;
    this.gate = gate;
  }

  public void add(BackgroundTask task) {
    schedules.add(new Schedule(task));
  }

  /** The added tasks. */
  public List<BackgroundTask> all() {
    return schedules.stream().map(schedule -> schedule.task).toList();
  }

  public void start(Vertx vertx) {
    schedules.forEach(schedule -> schedule.start(vertx));
  }

  /**
   * Starts no further runs. A run in progress is not awaited: no step of a task relies on its end.
   */
  public void stop(Vertx vertx) {
    schedules.forEach(schedule -> schedule.stop(vertx));
  }

  private Counter runs(BackgroundTask task, String outcome) {
    return Counter.builder("tradewind.background.task.runs")
        .description("Runs of background tasks by outcome")
        .tag("verticle", verticle)
        .tag("task", task.name())
        .tag("outcome", outcome)
        .register(meters);
  }

  private Timer durations(BackgroundTask task) {
    return Timer.builder("tradewind.background.task")
        .description("Duration of runs of background tasks")
        .tag("verticle", verticle)
        .tag("task", task.name())
        .register(meters);
  }

  /** Time of the last success in epoch milliseconds; the start of the node before the first. */
  private AtomicLong lastSuccess(BackgroundTask task) {
    AtomicLong millis = new AtomicLong(System.currentTimeMillis());
    Gauge.builder("tradewind.background.task.last.success.timestamp", millis, Schedule::seconds)
        .baseUnit("seconds")
        .description("Time of the last success of a background task, since 1970")
        .tag("verticle", verticle)
        .tag("task", task.name())
        .strongReference(true)
        .register(meters);
    return millis;
  }

  private final class Schedule {

    private final BackgroundTask task;
    private final Counter successes;
    private final Counter failures;
    private final Timer durations;
    private final AtomicLong lastSuccess;
    private long timer = -1;
    private long lastRunNanos;
    private boolean running;
    private boolean failing;
    private boolean stopped;

    /** Whether a run was due while the gate was closed. */
    private boolean waits;

    private Runnable opened = () -> {};

    private Schedule(BackgroundTask task) {
      this.task = task;
      this.successes = runs(task, "success");
      this.failures = runs(task, "failure");
      this.durations = durations(task);
      this.lastSuccess = lastSuccess(task);
    }

    private static double seconds(AtomicLong millis) {
      return millis.get() / 1_000.0;
    }

    private void start(Vertx vertx) {
      Context context = vertx.getOrCreateContext();
      opened = () -> context.runOnContext(open -> runIfWaiting());
      gate.onOpen(opened);
      ClusterActivity known = ClusterActivity.of(vertx);
      lastRunNanos = System.nanoTime() - task.idleInterval().toNanos();
      timer =
          vertx.setPeriodic(
              task.firstDelay().toMillis(),
              task.interval().toMillis(),
              tick -> {
                if (known.isActive()
                    || System.nanoTime() - lastRunNanos >= task.idleInterval().toNanos()) {
                  run();
                }
              });
    }

    private void stop(Vertx vertx) {
      stopped = true;
      gate.removeListener(opened);
      vertx.cancelTimer(timer);
    }

    private void runIfWaiting() {
      if (waits) {
        run();
      }
    }

    private void run() {
      if (running || stopped) {
        return;
      }
      boolean isGated = task.exemption() == null;
      waits = isGated && !gate.begin();
      if (waits) {
        lastSuccess.set(System.currentTimeMillis());
        return;
      }
      running = true;
      long startNanos = System.nanoTime();
      lastRunNanos = startNanos;
      Future.future(promise -> task.work().get().mapEmpty().onComplete(promise))
          .onComplete(run -> {
            running = false;
            if (isGated) {
              gate.end();
            }
            durations.record(System.nanoTime() - startNanos, TimeUnit.NANOSECONDS);
            if (run.succeeded()) {
              succeeded();
            } else if (!stopped) {
              failed(run.cause());
            }
          });
    }

    private void succeeded() {
      successes.increment();
      lastSuccess.set(System.currentTimeMillis());
      if (failing) {
        failing = false;
        LOG.info("Background task {} of {} succeeds again", task.name(), verticle);
      }
    }

    private void failed(Throwable failure) {
      failures.increment();
      if (!failing) {
        failing = true;
        LOG.warn("Background task {} of {} failed: {}", task.name(), verticle, failure.toString());
      }
    }
  }
}
