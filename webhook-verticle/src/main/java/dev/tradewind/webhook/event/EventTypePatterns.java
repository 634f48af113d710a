package dev.tradewind.webhook.event;

import dev.tradewind.api.event.type.EventType;
import dev.tradewind.api.event.type.EventTypes;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.kernel.operation.Problem;
import java.util.List;

/**
 * Patterns of event types: {@code order.placed}, {@code order.*} or {@code *}. Each must match a
 * type that webhooks can have, so that a misspelt one is no subscription that never delivers.
 */
public final class EventTypePatterns {

  private static final String ALL = "*";
  private static final String REST = ".*";

  private EventTypePatterns() {}

  /**
   * @throws dev.tradewind.kernel.operation.Problem 400 naming the pattern without a type
   */
  public static List<String> require(List<String> patterns) {
    for (String pattern : patterns) {
      if (EventTypes.ALL.stream()
          .filter(type -> WebhookClient.isAnnounced(type.topic()))
          .noneMatch(type -> matches(pattern, type))) {
        throw Problem.invalidData("No event type matches " + pattern);
      }
    }
    return patterns.stream().distinct().toList();
  }

  /** A type with a parameter stands for all that begin like it. */
  private static boolean matches(String pattern, EventType type) {
    String key = type.key();
    if (pattern.equals(ALL) || pattern.equals(key)) {
      return true;
    }
    boolean hasParameter = !key.equals(type.name());
    if (pattern.endsWith(REST)) {
      return (key + ".").startsWith(pattern.substring(0, pattern.length() - 1))
          && (hasParameter || key.length() >= pattern.length());
    }
    return hasParameter && pattern.startsWith(key + ".");
  }
}
