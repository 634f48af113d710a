package dev.tradewind.spi.event;

import io.vertx.core.json.JsonObject;
import java.time.Instant;

/**
 * Event of the shop, after the commit of the change that caused it.
 *
 * @param id the same for each delivery of the event
 * @param type such as {@code order.placed}
 * @param subject id of what it is about
 * @param key events with one key are delivered in the order of their commits
 * @param aggregateVersion version of the subject; 0 where it has none
 * @param data as the description of the type says
 */
public record ShopEvent(
    String id,
    String type,
    String subject,
    String key,
    long aggregateVersion,
    Instant occurredAt,
    JsonObject data) {}
