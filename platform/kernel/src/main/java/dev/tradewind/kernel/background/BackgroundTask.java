package dev.tradewind.kernel.background;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Periodic background task of a verticle. Every instance of the verticle runs one, and never two
 * runs of it at a time: a run that takes longer than the interval replaces the next. It waits while
 * the {@link BackgroundGate} is closed, unless it is exempt.
 *
 * @param name name in logs and metrics
 * @param firstDelay until the first run, after the verticle has started
 * @param idleInterval between two runs while the cluster is {@linkplain ClusterActivity idle}
 * @param work starts one run; the run ends when the future completes
 * @param exemption why it runs also while another shop takes the writes; null: it waits
 */
public record BackgroundTask(
    String name,
    Duration firstDelay,
    Duration interval,
    Duration idleInterval,
    Supplier<? extends Future<?>> work,
    @Nullable String exemption) {

  /** A task that waits while another shop takes the writes. */
  public BackgroundTask(
      String name, Duration firstDelay, Duration interval, Supplier<? extends Future<?>> work) {
    this(name, firstDelay, interval, interval, work, null);
  }

  /** A task whose first run comes after one interval. */
  public static BackgroundTask every(
      Duration interval, String name, Supplier<? extends Future<?>> work) {
    return new BackgroundTask(name, interval, interval, work);
  }

  /**
   * A task with a random first delay, so that nodes started together do not run it concurrently.
   */
  public static BackgroundTask spread(
      Duration interval, String name, Supplier<? extends Future<?>> work) {
    long first = 1 + ThreadLocalRandom.current().nextLong(interval.toMillis());
    return new BackgroundTask(name, Duration.ofMillis(first), interval, work);
  }

  /**
   * The same task, also run while another shop takes the writes.
   *
   * @param reason why it changes nothing of the shop, for the documentation
   */
  public BackgroundTask exempt(String reason) {
    return new BackgroundTask(name, firstDelay, interval, idleInterval, work, reason);
  }

  /** The same task, run less often while no node serves requests, which cause its work. */
  public BackgroundTask whenIdleEvery(Duration longer) {
    return new BackgroundTask(name, firstDelay, interval, longer, work, exemption);
  }
}
