package dev.tradewind.stripe.testserver.webhook;

import dev.tradewind.stripe.testserver.state.ApiVersion;
import dev.tradewind.stripe.testserver.state.Event;
import dev.tradewind.stripe.testserver.state.EventLists;
import java.util.List;

/**
 * Receiver of webhooks.
 *
 * @param secrets one, or the old and the new one while they are rolled
 * @param types of events, which may end in an asterisk
 */
public record WebhookEndpoint(
    String url, List<String> secrets, ApiVersion version, List<String> types) {

  /** An endpoint for all events. */
  public WebhookEndpoint(String url, String secret, ApiVersion version) {
    this(url, List.of(secret), version, List.of("*"));
  }

  boolean takes(Event event) {
    return version.isFrom(event.since())
        && types.stream().anyMatch(type -> EventLists.matches(type, event));
  }
}
