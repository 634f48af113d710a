package dev.tradewind.kernel.outbox;

/**
 * Event that the broker refuses for good: publishing it again cannot succeed as long as the
 * configuration of the broker stays the same.
 */
public record RefusedEvent(Event event, String reason) {}
