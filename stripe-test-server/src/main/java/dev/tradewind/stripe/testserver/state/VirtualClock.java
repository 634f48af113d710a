package dev.tradewind.stripe.testserver.state;

import io.vertx.core.Future;
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
    return advanceTo(now().plus(by));
  }

  private Future<Void> advanceTo(Instant target) {
    Timer timer;
    synchronized (this) {
      timer = next(target);
      moveTo(timer == null ? target : timer.at);
    }
    if (timer == null) {
      return settled.get();
    }
    timer.task.run();
    return settled.get().compose(done -> advanceTo(target));
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
    Duration wanted = Duration.between(base.instant(), time);
    if (wanted.compareTo(offset) > 0) {
      offset = wanted;
    }
  }
}
