package dev.tradewind.kernel.providercall;

import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Tracing;
import io.vertx.core.Future;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/**
 * Retries of recorded calls without an outcome. Runs on every node; a call is leased to one node.
 *
 * @param <C> recorded call
 */
public final class RecordedCallRetrier<C> {

  /** Short, so that calls interrupted by a crash are resolved soon after the restart. */
  private static final Duration FIRST_DELAY = Duration.ofSeconds(2);

  private static final Duration INTERVAL = Duration.ofSeconds(30);
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** Longer than any request waits for its provider. */
  public static final Duration MIN_AGE = Duration.ofMinutes(1);

  private final String name;
  private final RecordedCallRunner<C> runner;
  private final Clock clock;

  /**
   * @param name of the calls, in the name of the task: {@code payment-operations}
   */
  public RecordedCallRetrier(String name, RecordedCallRunner<C> runner, Clock clock) {
    this.name = name;
    this.runner = runner;
    this.clock = clock;
  }

  public BackgroundTask task() {
    return new BackgroundTask(taskName(), FIRST_DELAY, INTERVAL, () -> retry(MIN_AGE));
  }

  private String taskName() {
    return "retry-" + name;
  }

  /**
   * Makes the calls again; fails if they cannot be read, which the background task reports.
   *
   * @param minAge of the calls
   */
  public Future<Void> retry(Duration minAge) {
    return runner
        .lease(clock.instant().minus(minAge))
        .compose(calls ->
            Futures.unlessEmpty(calls, () -> Tracing.background(taskName(), () -> runAll(calls))));
  }

  /** Sequential; a repeated failure does not stop the others. */
  private Future<Void> runAll(List<C> calls) {
    Future<Void> finished = Future.succeededFuture();
    for (C call : calls) {
      finished =
          finished.compose(
              done -> runner.run(CallContext.system(clock, TIMEOUT), call).otherwiseEmpty());
    }
    return finished;
  }
}
