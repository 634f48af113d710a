package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.metrics.DatabaseFact;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** Metrics of the outbox of one verticle: throughput and failures of its relay, and its backlog. */
public final class OutboxMeters {

  /** Objectives of the time from a change to the acknowledgement of its event. */
  private static final Duration[] LAGS = {
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30),
    Duration.ofMinutes(1),
    Duration.ofMinutes(5)
  };

  private final String verticle;
  private final Timer lag;
  private final Counter failures;
  private final Counter refused;
  private final Clock clock;

  public OutboxMeters(String verticle, MeterRegistry meters, Clock clock) {
    this.verticle = verticle;
    this.lag =
        Timer.builder("tradewind.outbox.event.lag")
            .description("Time from a change to the acknowledgement of its event by Kafka")
            .serviceLevelObjectives(LAGS)
            .tag("verticle", verticle)
            .register(meters);
    this.failures =
        Counter.builder("tradewind.outbox.failures")
            .description("Batches of events that could not be read, published or marked as sent")
            .tag("verticle", verticle)
            .register(meters);
    this.refused =
        Counter.builder("tradewind.outbox.events.refused")
            .description("Events that the broker refused for good")
            .tag("verticle", verticle)
            .register(meters);
    this.clock = clock;
  }

  /** Backlog of the outbox, the same on all nodes. */
  public static List<DatabaseFact> facts() {
    return List.of(
        DatabaseFact.count(
            "tradewind.outbox.events",
            "Events that wait for their publication, at most " + DatabaseFact.MOST,
            "outbox WHERE sent_at IS NULL"),
        new DatabaseFact(
            "tradewind.outbox.oldest.age",
            "Age of the oldest event that waits for its publication; 0 without one",
            "seconds",
            null,
            """
            SELECT NULL::text, greatest(extract(epoch FROM clock_timestamp() - (
              SELECT occurred_at FROM outbox WHERE sent_at IS NULL ORDER BY id LIMIT 1
            )), 0)
            """),
        DatabaseFact.count(
            "tradewind.outbox.events.parked",
            "Events that wait for a replay, at most " + DatabaseFact.MOST,
            "parked_event"));
  }

  String verticle() {
    return verticle;
  }

  void published(Event event) {
    Duration age = Duration.between(event.occurredAt(), clock.instant());
    // Clocks of nodes differ.
    lag.record(age.isNegative() ? Duration.ZERO : age);
  }

  void failed() {
    failures.increment();
  }

  void refused(int events) {
    refused.increment(events);
  }
}
