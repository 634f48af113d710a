package dev.tradewind.kernel.background;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;

/**
 * Periodic background task of a verticle. Every instance of the verticle runs one, and never two
 * runs of it at a time: a run that takes longer than the interval replaces the next.
 *
 * @param name name in logs and metrics
 * @param firstDelay until the first run, after the verticle has started
 * @param work starts one run; the run ends when the future completes
 */
public record BackgroundTask(
    String name, Duration firstDelay, Duration interval, Supplier<? extends Future<?>> work) {

  /** A task whose first run comes after one interval. */
  public static BackgroundTask every(
      Duration interval, String name, Supplier<? extends Future<?>> work) {
    return new BackgroundTask(name, interval, interval, work);
  }

  /** A task with a random first delay, so that nodes started together do not run it at once. */
  public static BackgroundTask spread(
      Duration interval, String name, Supplier<? extends Future<?>> work) {
    long first = 1 + ThreadLocalRandom.current().nextLong(interval.toMillis());
    return new BackgroundTask(name, Duration.ofMillis(first), interval, work);
  }
}
