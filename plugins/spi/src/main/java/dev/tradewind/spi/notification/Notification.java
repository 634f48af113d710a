package dev.tradewind.spi.notification;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;

/**
 * Notification to send.
 *
 * @param eventType such as {@code order.placed}
 * @param data of the event, with a one-time token where the event is about one
 * @param recipient e-mail address of whom the event concerns; null if the shop knows none
 * @param language of the recipient, as the shop knows it, such as {@code de} or {@code pt-BR}; null
 *     if it knows none
 * @param resource that the event is about, as the API shows it to staff; empty if it is gone
 */
public record Notification(
    String eventType,
    JsonObject data,
    @Nullable String recipient,
    @Nullable String language,
    JsonObject resource) {}
