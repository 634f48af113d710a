package dev.tradewind.spi.store;

import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Kind of work of a plugin in the background. A node leases it for {@code limit} and a minute: work
 * of a node that ends meanwhile, or that goes on after its limit, is done from its begin then.
 *
 * @param name of lower-case letters, digits and hyphens
 * @param limit for one attempt, ten minutes at most
 * @param interval between two attempts of work that no one adds; null: it is {@linkplain
 *     PluginStore#addWork added}
 */
public record Work(String name, Duration limit, @Nullable Duration interval, Handler handler) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  private static final Duration MAX_LIMIT = Duration.ofMinutes(10);

  private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

  /**
   * Work to be done.
   *
   * @param key empty for work that no one adds
   * @param attempt from 1
   */
  public record Item(String key, JsonObject payload, int attempt) {}

  /** Does the work; it may be interrupted anywhere and repeated. */
  @FunctionalInterface
  public interface Handler {

    /**
     * @param deadline after which the attempt counts as failed (UTC)
     * @return fails if the work is to be repeated
     */
    Future<Void> work(Item item, Instant deadline);
  }

  public Work {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("Work has no name: " + name + ".");
    }
    if (!limit.isPositive() || limit.compareTo(MAX_LIMIT) > 0) {
      throw new IllegalArgumentException(
          "The limit of the work " + name + " is none of at most " + MAX_LIMIT + ".");
    }
    if (interval != null && interval.compareTo(MIN_INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "The interval of the work " + name + " is shorter than " + MIN_INTERVAL + ".");
    }
  }

  /** Work that the plugin adds, within a minute for each. */
  public static Work of(String name, Handler handler) {
    return new Work(name, Duration.ofMinutes(1), null, handler);
  }

  /** Work that one node of the shop does in each interval, within a minute. */
  public static Work every(Duration interval, String name, Handler handler) {
    return new Work(name, Duration.ofMinutes(1), interval, handler);
  }

  /** The same work with another limit. */
  public Work within(Duration limit) {
    return new Work(name, limit, interval, handler);
  }
}
