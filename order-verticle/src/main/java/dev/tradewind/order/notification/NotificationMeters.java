package dev.tradewind.order.notification;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counters of notifications that this node settled, by outcome. */
final class NotificationMeters {

  final Counter sent;

  /** The provider had nothing to send. */
  final Counter skipped;

  final Counter refused;

  /** The provider did not answer any of the attempts. */
  final Counter abandoned;

  NotificationMeters(MeterRegistry registry) {
    sent = settled(registry, "sent");
    skipped = settled(registry, "skipped");
    refused = settled(registry, "refused");
    abandoned = settled(registry, "abandoned");
  }

  private static Counter settled(MeterRegistry registry, String outcome) {
    return Counter.builder("tradewind.notifications.settled")
        .description("Notifications by outcome")
        .tag("outcome", outcome)
        .register(registry);
  }
}
