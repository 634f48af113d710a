package dev.tradewind.cart.completion;

import dev.tradewind.cart.completion.PaymentAttempt.Status;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of payment attempts: unresolved ones by status with the age of the oldest, as of the last
 * reconciliation, and the ones this node resolved.
 */
final class PaymentMeters {

  private final MeterRegistry registry;
  private final Map<Status, AtomicLong> unresolved = new EnumMap<>(Status.class);
  private final AtomicReference<@Nullable Instant> oldest = new AtomicReference<>();
  private final Counter voided;
  private final Counter voidedAlready;
  private final Counter voidUnanswered;

  PaymentMeters(MeterRegistry registry, Clock clock) {
    this.registry = registry;
    for (Status status : List.of(Status.AUTHORIZING, Status.AUTHORIZED, Status.VOIDING)) {
      AtomicLong count = new AtomicLong();
      unresolved.put(status, count);
      Gauge.builder("tradewind.payment.attempts.unsettled", count, AtomicLong::doubleValue)
          .tag("status", status.stored())
          .description("Payment attempts in a status that is not final")
          .register(registry);
    }
    Gauge.builder("tradewind.payment.attempts.oldest.age", oldest, since -> age(since.get(), clock))
        .baseUnit("seconds")
        .description("Age of the oldest payment attempt in a status that is not final")
        .register(registry);
    this.voided = voids("voided");
    this.voidedAlready = voids("voided_already");
    this.voidUnanswered = voids("unanswered");
  }

  private Counter voids(String outcome) {
    return Counter.builder("tradewind.payment.voids")
        .tag("outcome", outcome)
        .description("Voidings of payment attempts at their providers")
        .register(registry);
  }

  private static double age(@Nullable Instant since, Clock clock) {
    return since == null ? 0 : Duration.between(since, clock.instant()).toMillis() / 1_000.0;
  }

  void recordUnresolved(List<PaymentAttemptStore.UnresolvedCount> found) {
    unresolved.values().forEach(count -> count.set(0));
    for (PaymentAttemptStore.UnresolvedCount each : found) {
      Objects.requireNonNull(unresolved.get(each.status())).set(each.attempts());
    }
    oldest.set(
        found.stream()
            .map(PaymentAttemptStore.UnresolvedCount::oldest)
            .min(Instant::compareTo)
            .orElse(null));
  }

  /** Counts an attempt that reached the status; not if another completion or node was first. */
  void recordResolved(Status status, boolean isFirst) {
    if (isFirst) {
      Counter.builder("tradewind.payment.attempts.settled")
          .tag("status", status.stored())
          .description("Resolved payment attempts by status")
          .register(registry)
          .increment();
    }
  }

  void recordVoided(boolean isFirst) {
    recordResolved(Status.VOIDED, isFirst);
    (isFirst ? voided : voidedAlready).increment();
  }

  void recordVoidUnanswered() {
    voidUnanswered.increment();
  }
}
