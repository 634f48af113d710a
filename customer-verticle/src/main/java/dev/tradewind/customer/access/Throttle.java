package dev.tradewind.customer.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts guesses, in the memory of this node and for all instances in it. An attempt counts as long
 * as it is under way and, unless it turns out right, to the end of its window; so many at once are
 * no way around.
 */
final class Throttle implements Shareable {

  private static final String NAME = "tradewind.throttle";
  private static final int MOST_COUNTERS = 100_000;

  private final ThrottleSettings settings;
  private final Cache<String, AtomicInteger> counters;

  Throttle(ThrottleSettings settings, Clock clock) {
    this.settings = settings;
    this.counters =
        Caffeine.newBuilder()
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .expireAfterWrite(settings.window())
            .maximumSize(MOST_COUNTERS)
            .scheduler(Scheduler.disabledScheduler())
            .executor(Runnable::run)
            .build();
  }

  static Throttle of(Vertx vertx, ThrottleSettings settings, Clock clock) {
    LocalMap<String, Throttle> throttles = vertx.sharedData().getLocalMap(NAME);
    return throttles.computeIfAbsent(NAME, name -> new Throttle(settings, clock));
  }

  /** Counted until it is taken back. */
  static final class Attempt {

    private final List<AtomicInteger> counted = new ArrayList<>();

    private Attempt() {}

    /** It was no guess. */
    void takeBack() {
      counted.forEach(AtomicInteger::decrementAndGet);
      counted.clear();
    }
  }

  /**
   * An attempt to log in.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException {@code TooManyRequests}
   */
  Attempt login(String surface, String email, String address) {
    Attempt attempt = new Attempt();
    count(attempt, String.join(" ", "login", surface, address), settings.perAddress());
    count(attempt, String.join(" ", "login", surface, address, email), settings.perEmail());
    return attempt;
  }

  /**
   * A question whether an e-mail has an account; whoever asks may be collecting them.
   *
   * @throws dev.tradewind.kernel.operation.ProblemException {@code TooManyRequests}
   */
  void question(String address) {
    count(new Attempt(), "email " + address, settings.perAddress());
  }

  private void count(Attempt attempt, String key, int limit) {
    AtomicInteger counter = counters.get(key, absent -> new AtomicInteger());
    if (counter.incrementAndGet() > limit) {
      counter.decrementAndGet();
      attempt.takeBack();
      throw new Problem.TooManyRequests("Too many attempts. Please try again later.").toException();
    }
    attempt.counted.add(counter);
  }
}
