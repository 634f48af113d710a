package dev.tradewind.providers.notification;

import dev.tradewind.providers.ProviderCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * SPI of notification providers: services that send e-mails, text messages or the like about
 * events. Found by {@link java.util.ServiceLoader}; one instance serves many requests at once. None
 * is built in. Every call carries an idempotency key, under which the notification is sent at most
 * once, and a deadline after which the caller has given up. A future that fails with a problem is a
 * refusal; any other failure means that the outcome is unknown, and the call is repeated.
 */
public interface NotificationProvider {

  /**
   * Notification as it was sent.
   *
   * @param to address of the recipient
   * @param data whatever a resend needs; staff can read it
   */
  record Sent(String to, JsonObject data) {}

  /** The id of this provider in notifications. */
  String id();

  /** Types of the events that it sends notifications about, for example {@code order.placed}. */
  Set<String> eventTypes();

  /**
   * Sends a notification about an event, unless it has none for it.
   *
   * @param data of the event, with a one-time token where the event is about one
   */
  Future<Optional<Sent>> send(ProviderCall call, String eventType, JsonObject data);

  /**
   * Sends a notification again.
   *
   * @param to other recipient; absent: the original one
   */
  Future<Sent> resend(ProviderCall call, String eventType, Sent original, @Nullable String to);
}
