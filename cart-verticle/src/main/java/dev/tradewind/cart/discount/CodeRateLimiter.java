package dev.tradewind.cart.discount;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.ratelimit.ClientNetwork;
import dev.tradewind.kernel.ratelimit.RefusedAttempts;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rate limiter for discount and gift card codes. Unknown codes are counted for the whole cluster,
 * per cart and per address, within {@link #WINDOW}: new carts do not evade the limit, and a shop's
 * own server with many shoppers is not blocked by a few mistakes. Known codes cost no statement.
 * Confined to one event loop.
 */
public final class CodeRateLimiter {

  public static final int PER_CART = 20;
  public static final int PER_ADDRESS = 300;
  public static final Duration WINDOW = Duration.ofMinutes(15);

  private static final Logger LOG = LoggerFactory.getLogger(CodeRateLimiter.class);

  private static final int MAX_COUNTERS = 100_000;

  /** More than a failed attempt adds, so that expired counters do not accumulate. */
  private static final int REMOVALS_PER_FAILURE = 10;

  /**
   * Node-local state of a counter: its value at the last failed attempt, and the attempts in
   * flight.
   */
  private static final class CounterState {

    private final Counter counter;
    private int wrong;
    private Instant windowEndsAt = Instant.MIN;
    private int inFlight;

    private CounterState(Counter counter) {
      this.counter = counter;
    }

    /** Attempts in flight count as failed, so that concurrent attempts do not evade the limit. */
    private boolean isExhausted(Instant now) {
      return (windowEndsAt.isAfter(now) ? wrong : 0) + inFlight >= counter.limit();
    }

    private void setTo(AttemptCounterStore.Counted counted) {
      wrong = counted.attempts();
      windowEndsAt = counted.windowEndsAt();
    }
  }

  private final Pool pool;
  private final Clock clock;
  private final RefusedAttempts refused;
  private final AttemptCounterStore store = new AttemptCounterStore();
  private final Cache<String, CounterState> states =
      Caffeine.newBuilder().expireAfterAccess(WINDOW).maximumSize(MAX_COUNTERS).build();

  public CodeRateLimiter(Pool pool, MeterRegistry meters, Clock clock) {
    this.pool = pool;
    this.refused = RefusedAttempts.of(meters, "code");
    this.clock = clock;
  }

  /** Runs the attempt, unless the cart or the address has exhausted its limit of unknown codes. */
  public <T> Future<T> guarded(String cartId, String address, Supplier<Future<T>> attempt) {
    List<CounterState> counters =
        List.of(
            state(Counter.of(PER_CART, "cart", cartId)),
            state(Counter.of(PER_ADDRESS, "address", ClientNetwork.of(address))));
    Instant now = clock.instant();
    for (CounterState counter : counters) {
      if (counter.isExhausted(now)) {
        refused.count();
        return Future.failedFuture(refusal(counter, now));
      }
    }
    counters.forEach(counter -> counter.inFlight++);
    return attempt
        .get()
        .recover(failure ->
            (isUnknown(failure) ? count(counters) : Future.succeededFuture())
                .compose(counted -> Future.failedFuture(failure)))
        .onComplete(done -> counters.forEach(counter -> counter.inFlight--));
  }

  private Future<Void> count(List<CounterState> counters) {
    Instant now = clock.instant();
    List<Counter> failed = counters.stream().map(state -> state.counter).toList();
    return Transactions.retrying(() -> store.add(pool, failed, now, now.plus(WINDOW)))
        .compose(counted -> {
          for (AttemptCounterStore.Counted each : counted) {
            counters.stream()
                .filter(state -> state.counter.key().equals(each.key()))
                .forEach(state -> state.setTo(each));
          }
          return removeEnded(now);
        });
  }

  /** Removes expired counters; the rest is removed by later failed attempts. */
  private Future<Void> removeEnded(Instant now) {
    return store
        .removeEnded(pool, now, REMOVALS_PER_FAILURE)
        .onFailure(failure ->
            LOG.warn(
                "Removing expired rate limit counters of codes failed: {}", failure.toString()))
        .otherwiseEmpty()
        .mapEmpty();
  }

  private CounterState state(Counter counter) {
    return states.get(counter.key(), absent -> new CounterState(counter));
  }

  private static Problem refusal(CounterState exhausted, Instant now) {
    String message = "Too many unknown codes. Try again later.";
    return (exhausted.windowEndsAt.isAfter(now)
        ? Problem.tooManyRequests(message, Duration.between(now, exhausted.windowEndsAt))
        : Problem.tooManyRequests(message));
  }

  private static boolean isUnknown(Throwable failure) {
    return Problem.is(failure, Problem.Kind.NOT_FOUND);
  }
}
