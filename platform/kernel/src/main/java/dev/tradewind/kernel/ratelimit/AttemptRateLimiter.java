package dev.tradewind.kernel.ratelimit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.metrics.NodeMeters;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import dev.tradewind.kernel.text.Sha256;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Rate limiter for attempts to guess something, counted in PostgreSQL for all nodes. An attempt
 * counts while it is in progress and, unless it succeeds, until the end of its window, so that
 * concurrent attempts cannot exceed the limit. An exhausted counter is cached briefly, so that a
 * flood queries the database once per second.
 */
public final class AttemptRateLimiter {

  /** Time within which attempts are counted together. */
  public static final Duration DEFAULT_WINDOW = Duration.ofMinutes(15);

  private static final String EXHAUSTED = "tradewind.exhausted-counters";
  private static final int MAX_CACHED = 100_000;
  private static final Duration CACHED = Duration.ofSeconds(1);

  /** Time for which a caller who succeeded is known. */
  private static final Duration KNOWN = Duration.ofDays(30);

  /** Cache of exhausted counters in this JVM, with the end of their window. */
  private record ExhaustedCounters(Cache<String, Instant> until) implements Shareable {}

  private final Pool pool;
  private final AttemptCounterStore store = new AttemptCounterStore();
  private final Duration window;
  private final Clock clock;
  private final ExhaustedCounters exhausted;
  private final RefusedAttempts refused;

  /**
   * @param limit name in the metrics, a constant
   */
  public AttemptRateLimiter(String limit, Vertx vertx, Pool pool, Duration window, Clock clock) {
    this.refused = RefusedAttempts.of(NodeMeters.of(vertx), limit);
    this.pool = pool;
    this.window = window;
    this.clock = clock;
    LocalMap<String, ExhaustedCounters> shared = vertx.sharedData().getLocalMap(EXHAUSTED);
    this.exhausted = shared.computeIfAbsent(EXHAUSTED, name -> cache(clock));
  }

  private static ExhaustedCounters cache(Clock clock) {
    return new ExhaustedCounters(
        Caffeine.newBuilder()
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .expireAfterWrite(CACHED)
            .maximumSize(MAX_CACHED)
            .scheduler(Scheduler.disabledScheduler())
            .executor(Runnable::run)
            .build());
  }

  /**
   * Attempt that these counters limit.
   *
   * @throws Problem {@code TooManyRequests} if a counter is cached as exhausted
   */
  public Attempt attempt(Counter... counters) {
    return new Attempt(List.of(counters), null);
  }

  /**
   * Attempt on something that belongs to an owner. Counters that {@link Counter#unlessKnown spare
   * known callers} do not limit a caller who succeeded within the last 30 days, so that guesses of
   * others do not lock the owner out.
   *
   * @param caller words that identify caller and owner
   * @throws Problem {@code TooManyRequests} if a counter is cached as exhausted
   */
  public Attempt attemptOf(List<String> caller, Counter... counters) {
    return new Attempt(List.of(counters), Sha256.of("known\n" + String.join("\n", caller)));
  }

  /** Whether the counters have room for one more; it is counted until the end of its window. */
  public Future<Boolean> allows(Counter... counters) {
    return Future.<Void>future(promise -> attempt(counters).count().onComplete(promise))
        .map(true)
        .recover(failure -> {
          if (Problem.is(failure, Problem.Kind.TOO_MANY_REQUESTS)) {
            return Future.succeededFuture(false);
          }
          return Future.failedFuture(failure);
        });
  }

  /** One attempt, counted from {@link #count} until it is released. */
  public final class Attempt {

    private final List<Counter> counters;
    private final @Nullable String caller;
    private boolean isCounted;

    private Attempt(List<Counter> counters, @Nullable String caller) {
      this.counters = counters;
      this.caller = caller;
      counters.forEach(this::refuseIfExhausted);
    }

    private void refuseIfExhausted(Counter counter) {
      Instant until = exhausted.until().getIfPresent(cacheKey(counter));
      if (until != null) {
        throw refusal(until);
      }
    }

    /** A counter that spares known callers is not exhausted for all of them. */
    private String cacheKey(Counter counter) {
      return counter.sparesKnown() ? counter.key() + caller : counter.key();
    }

    /** Counts the attempt; fails with {@code TooManyRequests} above the limit. */
    public Future<Void> count() {
      Instant now = clock.instant();
      return Transactions.retrying(() -> store.count(pool, counters, caller, now, now.plus(window)))
          .compose(spent -> {
            if (spent.isPresent()) {
              Instant until = spent.get().windowEndsAt();
              counters.stream()
                  .filter(counter -> counter.key().equals(spent.get().key()))
                  .forEach(counter -> exhausted.until().put(cacheKey(counter), until));
              return Future.failedFuture(refusal(until));
            }
            isCounted = true;
            return Future.succeededFuture();
          });
    }

    /** Releases an attempt that was not a wrong guess. */
    public Future<Void> release() {
      if (!isCounted) {
        return Future.succeededFuture();
      }
      isCounted = false;
      return Transactions.retrying(() -> store.release(pool, counters));
    }

    /** Releases a successful attempt; from now on its caller is known. */
    private Future<Void> succeed() {
      String known = caller;
      if (known == null) {
        return release();
      }
      return release()
          .compose(released -> store.remember(pool, known, clock.instant().plus(KNOWN)));
    }

    /** Releases the attempt unless the work shows a wrong guess. */
    public <T> Future<T> settle(Future<T> work) {
      return work.transform(outcome -> {
        if (outcome.failed() && isWrongGuess(outcome.cause())) {
          return work;
        }
        Future<Void> settled = outcome.succeeded() ? succeed() : release();
        return settled.otherwiseEmpty().compose(done -> work);
      });
    }
  }

  private Problem refusal(Instant until) {
    refused.count();
    return Problem.tooManyRequests(
        "Too many attempts. Please try again later.", Duration.between(clock.instant(), until));
  }

  private static boolean isWrongGuess(Throwable failure) {
    return failure instanceof Problem expected
        && ((expected.is(Problem.Kind.UNAUTHORIZED) && expected.code() == null)
            || expected.is(Problem.Kind.INVALID_DATA)
            || expected.is(Problem.Kind.NOT_FOUND));
  }
}
