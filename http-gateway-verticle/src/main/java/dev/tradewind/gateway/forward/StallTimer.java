package dev.tradewind.gateway.forward;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Timer that ends what shows no progress for a time. Belongs to one event loop. */
final class StallTimer {

  private final Vertx vertx;
  private final Duration interval;
  private final Supplier<Duration> limit;
  private final Runnable stalled;
  private long progressAt = System.nanoTime();
  private long timer;
  private boolean isStopped;

  /**
   * @param interval longest time between two checks, the shortest limit
   * @param limit longest time without progress, asked for each time
   * @param stalled called once
   */
  StallTimer(Vertx vertx, Duration interval, Supplier<Duration> limit, Runnable stalled) {
    this.vertx = vertx;
    this.interval = interval;
    this.limit = limit;
    this.stalled = stalled;
    schedule(limit.get().toMillis());
  }

  void progress() {
    progressAt = System.nanoTime();
  }

  void stop() {
    isStopped = true;
    vertx.cancelTimer(timer);
  }

  private void schedule(long millis) {
    timer = vertx.setTimer(Math.clamp(millis, 1, interval.toMillis()), elapsed -> check());
  }

  private void check() {
    if (isStopped) {
      return;
    }
    long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - progressAt);
    long rest = limit.get().toMillis() - passed;
    if (rest > 0) {
      schedule(rest);
    } else {
      isStopped = true;
      stalled.run();
    }
  }
}
