package dev.tradewind.api.event;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.Set;

/**
 * Notification to one recipient, requested of mailers and notification providers. Mailers consume
 * its topic, the only one with one-time tokens.
 *
 * @param key orders the notifications of one recipient
 * @param about event that caused the notification; selects the template
 * @param resourceType resource of the notification
 * @param to e-mail address
 * @param data values of the template
 */
public record RequestedNotification(
    String key, String about, String resourceType, String resourceId, String to, JsonObject data) {

  public static final String TYPE = "notification.requested";

  /** Events that are about a one-time token; they do not contain it. */
  public static final Set<String> EVENT_TYPES =
      Set.of(
          "customer.password_reset",
          "user.password_reset",
          "invite.created",
          "order-update-token.created");

  private static final Ids IDS = Ids.of("noti");

  /** Notification to staff, ordered by e-mail address, because the recipient may have no id yet. */
  public static RequestedNotification toStaff(
      String about, String resourceType, String resourceId, String to, JsonObject data) {
    return new RequestedNotification(Sha256.of(to), about, resourceType, resourceId, to, data);
  }

  public Event requested(CallContext context, Instant at) {
    String id = IDS.next();
    JsonObject notification =
        new JsonObject()
            .put("id", id)
            .put("event_name", about)
            .put("resource_type", resourceType)
            .put("resource_id", resourceId)
            .put("to", to)
            .put("data", data);
    return Event.of(context, at, Topics.NOTIFICATION, TYPE, id, 1, notification).keyedBy(key);
  }

  /** Redacted: the data may contain a one-time token. */
  @Override
  public String toString() {
    return "Notification about " + about;
  }
}
