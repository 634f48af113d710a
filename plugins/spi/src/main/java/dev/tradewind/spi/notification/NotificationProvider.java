package dev.tradewind.spi.notification;

import dev.tradewind.spi.Provider;
import dev.tradewind.spi.ProviderCall;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Notification provider: sends e-mails, text messages or the like about events. Every call carries
 * an idempotency key, under which the notification is sent at most once, and a deadline after which
 * the caller has given up. A call whose outcome is unknown is repeated.
 */
public interface NotificationProvider extends Provider {

  /**
   * Notification as it was sent.
   *
   * @param to address of the recipient
   * @param data that a resend needs; staff can read it
   */
  record Sent(String to, JsonObject data) {}

  /** Types of the events that it sends notifications about, for example {@code order.placed}. */
  Set<String> eventTypes();

  /** Sends a notification, unless it has none for the event. */
  Future<Optional<Sent>> send(ProviderCall call, Notification notification);

  /**
   * Sends a notification again.
   *
   * @param to other recipient; absent: the original one
   */
  Future<Sent> resend(ProviderCall call, String eventType, Sent original, @Nullable String to);
}
