package dev.tradewind.api.order;

import dev.tradewind.api.event.RequestedNotification;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.util.Set;

/**
 * Events that are announced to the notification providers.
 *
 * @param types that a provider sends notifications about
 */
record NotifiedEvents(Set<String> types) {

  /** The event behind a requested notification has no token; the request stands for it. */
  boolean includes(Event event) {
    if (Boolean.TRUE.equals(event.noNotification())) {
      return false;
    }
    if (isRequest(event)) {
      return types.contains(event.data().getString("event_name"));
    }
    return types.contains(event.type())
        && !RequestedNotification.EVENT_TYPES.contains(event.type());
  }

  private static boolean isRequest(Event event) {
    return event.type().equals(RequestedNotification.TYPE);
  }

  static JsonObject announcement(Event event) {
    JsonObject requested = event.data();
    boolean isRequest = isRequest(event);
    String name = isRequest ? requested.getString("event_name") : event.type();
    JsonObject data =
        isRequest
            ? requested.getJsonObject("data").copy().put("to", requested.getString("to"))
            : requested;
    return new JsonObject()
        .put("event_id", event.eventId())
        .put("event_name", name)
        .put("resource_type", name.substring(0, name.indexOf('.')))
        .put("resource_id", isRequest ? requested.getString("resource_id") : event.subject())
        .put("customer_id", data.getString("customer_id"))
        .put("data", data);
  }
}
