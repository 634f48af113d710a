package dev.tradewind.customer.mail;

import dev.tradewind.api.event.Topics;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.Sha256;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * A letter that somebody is to get. Whoever sends letters reads its own topic, the only one on
 * which a secret travels: the addressee could not use it otherwise.
 *
 * @param key what orders the letters of one addressee
 * @param about the event that the letter is about, which names the template
 * @param resourceType what the letter is about
 * @param to an e-mail
 * @param data what the template fills in
 */
public record Notification(
    String key, String about, String resourceType, String resourceId, String to, JsonObject data) {

  private static final Ids IDS = Ids.of("noti");

  /** To somebody who is no customer, and so has no id to be ordered by. */
  public static Notification toStaff(
      String about, String resourceType, String resourceId, String to, JsonObject data) {
    return new Notification(Sha256.of(to), about, resourceType, resourceId, to, data);
  }

  public Event requested(CallContext context, Instant at) {
    String id = IDS.next();
    JsonObject letter =
        new JsonObject()
            .put("id", id)
            .put("event_name", about)
            .put("resource_type", resourceType)
            .put("resource_id", resourceId)
            .put("to", to)
            .put("data", data);
    return Event.of(context, at, Topics.NOTIFICATION, "notification.requested", id, 1, letter)
        .keyedBy(key);
  }

  /** Holds secrets, so it stays out of logs. */
  @Override
  public String toString() {
    return "Notification about " + about;
  }
}
