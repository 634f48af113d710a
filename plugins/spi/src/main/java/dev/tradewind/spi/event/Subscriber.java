package dev.tradewind.spi.event;

import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Subscriber of events in a plugin. An event is delivered on one node, at least once, and after the
 * events before it that have its key; different keys concurrently. One that fails is delivered
 * again after a pause; what fails for a day pauses the subscriber until staff resumes it. The shop
 * records events only with {@code TRADEWIND_WEBHOOKS}.
 *
 * @param name of lower-case letters, digits and hyphens, within the plugin
 * @param eventTypes patterns: {@code order.placed}, {@code order.*} or {@code *}
 */
public record Subscriber(String name, List<String> eventTypes, Handler handler) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,62}");

  /** Code of a subscriber. */
  @FunctionalInterface
  public interface Handler {

    /**
     * Handles an event. A repeated one has the same {@linkplain ShopEvent#id id}.
     *
     * @param deadline after which the event counts as failed (UTC)
     * @return fails if the event is to be delivered again
     */
    Future<Void> on(ShopEvent event, Instant deadline);
  }

  /**
   * @throws IllegalArgumentException if the name has another form, or there are no patterns
   */
  public Subscriber {
    if (!NAME.matcher(name).matches() || eventTypes.isEmpty()) {
      throw new IllegalArgumentException(
          "A subscriber has a name of lower-case letters, digits and hyphens, and types of events: "
              + name
              + ".");
    }
    eventTypes = List.copyOf(eventTypes);
  }
}
