package dev.tradewind.stripe.testserver.state;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Clock of the account that a test advances, with the timers of expiries and retries. */
public final class VirtualClock {

  private record Timer(Instant at, long number, Runnable task) {}

  private final Clock base;
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(Comparator.comparing(Timer::at).thenComparing(Timer::number));
  private Duration offset = Duration.ZERO;
  private long created;
  private Supplier<Future<Void>> settled = () -> Future.succeededFuture();

  /** A clock that runs with the base, ahead of it by what it was advanced. */
  public VirtualClock(Clock base) {
    this.base = base;
  }

  public synchronized Instant now() {
    return base.instant().plus(offset);
  }

  /** Sets what the clock waits for after each timer: the deliveries that it has begun. */
  public synchronized void settleBy(Supplier<Future<Void>> deliveries) {
    settled = deliveries;
  }

  public synchronized void after(Duration delay, Runnable task) {
    timers.add(new Timer(now().plus(delay), created++, task));
  }

  /** Advances the clock from timer to timer; each sees its own time, and its deliveries ended. */
  public Future<Void> advance(Duration by) {
    Promise<Void> advanced = Promise.promise();
    advanceTo(now().plus(by), advanced);
    return advanced.future();
  }

  /** A loop: thousands of futures composed one in the other would overflow the stack. */
  private void advanceTo(Instant target, Promise<Void> advanced) {
    for (Timer timer = move(target); timer != null; timer = move(target)) {
      timer.task.run();
      Future<Void> deliveries = settled();
      if (!deliveries.succeeded()) {
        deliveries.onSuccess(done -> advanceTo(target, advanced)).onFailure(advanced::fail);
        return;
      }
    }
    settled().onComplete(advanced);
  }

  /** Moves the clock to the first timer until the time, or to the time without one. */
  private synchronized @Nullable Timer move(Instant target) {
    Timer timer = next(target);
    moveTo(timer == null ? target : timer.at);
    return timer;
  }

  private synchronized Future<Void> settled() {
    return settled.get();
  }

  /** Runs what is due by the course of time. */
  public void runDue() {
    List<Runnable> due = new ArrayList<>();
    synchronized (this) {
      Instant now = now();
      for (Timer timer = next(now); timer != null; timer = next(now)) {
        due.add(timer.task);
      }
    }
    due.forEach(Runnable::run);
  }

  private @Nullable Timer next(Instant until) {
    Timer first = timers.peek();
    return first == null || first.at.isAfter(until) ? null : timers.poll();
  }

  private void moveTo(Instant time) {
    Duration newOffset = Duration.between(base.instant(), time);
    if (newOffset.compareTo(offset) > 0) {
      offset = newOffset;
    }
  }
}
