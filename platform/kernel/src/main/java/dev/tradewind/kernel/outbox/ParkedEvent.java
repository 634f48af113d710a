package dev.tradewind.kernel.outbox;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Event that is not published until it is replayed.
 *
 * @param reason answer of the broker; null: an earlier event of the same key is parked
 */
public record ParkedEvent(
    String eventId,
    String topic,
    String key,
    String type,
    Instant occurredAt,
    Instant parkedAt,
    @Nullable String reason) {}
