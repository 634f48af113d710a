package dev.tradewind.stripe.testserver.state;

import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Ledger of all movements of money, in their order; nothing is ever removed. */
public final class Ledger {

  /** Kind of a movement. */
  public enum Kind {
    AUTHORIZATION,
    CAPTURE,
    RELEASE,
    REFUND,
    /** A refund came back, after it had succeeded or from pending. */
    REFUND_FAILURE
  }

  /**
   * Movement of money of one payment intent.
   *
   * @param amount positive, in the smallest unit of the currency
   * @param idempotencyKey key of the request that caused it
   */
  public record Entry(
      Kind kind,
      String intent,
      String charge,
      long amount,
      String currency,
      @Nullable String idempotencyKey,
      Instant at) {}

  private final List<Entry> entries = new ArrayList<>();
  private final VirtualClock clock;

  Ledger(VirtualClock clock) {
    this.clock = clock;
  }

  synchronized void add(Kind kind, JsonObject charge, long amount, ApiCall call) {
    entries.add(
        new Entry(
            kind,
            charge.getString("payment_intent"),
            charge.getString("id"),
            amount,
            charge.getString("currency"),
            call.idempotencyKey(),
            clock.now()));
  }

  public synchronized List<Entry> entries() {
    return List.copyOf(entries);
  }

  public List<Entry> entries(Kind kind) {
    return entries().stream().filter(entry -> entry.kind == kind).toList();
  }

  public List<Entry> byKey(String idempotencyKey) {
    return entries().stream()
        .filter(entry -> Objects.equals(entry.idempotencyKey, idempotencyKey))
        .toList();
  }

  public List<Entry> ofIntent(String intent) {
    return entries().stream().filter(entry -> entry.intent.equals(intent)).toList();
  }

  /** Sum of one kind of movements of the payment intent. */
  public long sum(String intent, Kind kind) {
    return sum(ofIntent(intent).stream(), kind);
  }

  /** Authorized, neither captured nor released. */
  public long held(String intent) {
    return sum(intent, Kind.AUTHORIZATION) - sum(intent, Kind.CAPTURE) - sum(intent, Kind.RELEASE);
  }

  /** Captured and not refunded. */
  public long kept(String intent) {
    return sum(intent, Kind.CAPTURE) - sum(intent, Kind.REFUND) + sum(intent, Kind.REFUND_FAILURE);
  }

  /** Payment intents with money that is held or kept: each must belong to one order. */
  public List<String> withMoney() {
    return entries().stream()
        .map(Entry::intent)
        .distinct()
        .filter(intent -> held(intent) != 0 || kept(intent) != 0)
        .toList();
  }

  private static long sum(Stream<Entry> entries, Kind kind) {
    return entries.filter(entry -> entry.kind == kind).mapToLong(Entry::amount).sum();
  }
}
