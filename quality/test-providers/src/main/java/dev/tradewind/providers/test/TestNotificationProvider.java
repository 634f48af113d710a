package dev.tradewind.providers.test;

import dev.tradewind.spi.ProviderCall;
import dev.tradewind.spi.RefusedException;
import dev.tradewind.spi.notification.Notification;
import dev.tradewind.spi.notification.NotificationProvider;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Notification provider {@code trial}: keeps what it sends, at most once per key. The next calls
 * about a resource can be scripted to fail.
 */
public final class TestNotificationProvider implements NotificationProvider {

  public static final String ID = "trial";

  /** Outcome of a call. */
  public enum Outcome {
    /** Sends the notification, but the answer is lost. */
    UNANSWERED,
    /** Sends nothing and never answers. */
    SILENT,
    REFUSED,
    /** Has no notification for the event. */
    NONE
  }

  /** Sent notification. */
  public record Letter(String eventType, String resourceId, String to, JsonObject data) {}

  /** Static, because the service loader creates the instances. */
  private static final Map<String, Letter> SENT = new ConcurrentHashMap<>();

  /** Notifications as they were asked for, by idempotency key. */
  private static final Map<String, Notification> ASKED = new ConcurrentHashMap<>();

  private static final Map<String, Queue<Outcome>> SCRIPTS = new ConcurrentHashMap<>();

  /** Lets the next calls about that resource end this way. */
  public static void script(String resourceId, Outcome outcome) {
    SCRIPTS.computeIfAbsent(resourceId, id -> new ConcurrentLinkedQueue<>()).add(outcome);
  }

  /** Number of notifications sent about that resource, resends included. */
  public static long sentAbout(String resourceId) {
    return SENT.values().stream().filter(letter -> letter.resourceId().equals(resourceId)).count();
  }

  /** Notification asked for that is about the event's id. */
  public static Optional<Notification> asked(String resourceId) {
    return ASKED.values().stream()
        .filter(notification -> resourceId.equals(notification.data().getString("id")))
        .findFirst();
  }

  /** The notification sent about that resource to that recipient. */
  public static Optional<Letter> sentTo(String resourceId, String to) {
    return SENT.values().stream()
        .filter(letter -> letter.resourceId().equals(resourceId) && letter.to().equals(to))
        .findFirst();
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Set<String> eventTypes() {
    return Set.of(
        "note.created",
        "product-collection.updated",
        "order.shipment_created",
        "order.items_returned",
        "swap.created",
        "invite.created",
        "customer.password_reset",
        "restock-notification.restocked",
        "order-update-token.created");
  }

  @Override
  public Future<Optional<Sent>> send(ProviderCall call, Notification notification) {
    ASKED.put(call.idempotencyKey(), notification);
    String eventType = notification.eventType();
    JsonObject data = notification.data();
    String resourceId = data.getString("id", data.getString("variant_id", ""));
    Queue<Outcome> script = SCRIPTS.get(resourceId);
    Outcome outcome = script == null ? null : script.poll();
    return switch (outcome) {
      case SILENT -> Promise.<Optional<Sent>>promise().future();
      case REFUSED -> Future.failedFuture(RefusedException.invalid("No such recipient"));
      case NONE -> Future.succeededFuture(Optional.empty());
      case UNANSWERED -> {
        deliver(call, eventType, resourceId, recipient(data), data);
        yield Future.failedFuture("The connection was reset");
      }
      case null ->
          Future.succeededFuture(
              Optional.of(deliver(call, eventType, resourceId, recipient(data), data)));
    };
  }

  @Override
  public Future<Sent> resend(
      ProviderCall call, String eventType, Sent original, @Nullable String to) {
    String recipient = to == null ? original.to() : to;
    if (recipient.endsWith("@nowhere.example")) {
      return Future.failedFuture(RefusedException.invalid("No such recipient"));
    }
    return Future.succeededFuture(
        deliver(
            call, eventType, original.data().getString("about", ""), recipient, original.data()));
  }

  private static String recipient(JsonObject data) {
    return data.getString("to", "customer@example.com");
  }

  private static Sent deliver(
      ProviderCall call, String eventType, String resourceId, String to, JsonObject data) {
    SENT.putIfAbsent(call.idempotencyKey(), new Letter(eventType, resourceId, to, data));
    return new Sent(to, new JsonObject().put("about", resourceId));
  }
}
