package dev.tradewind.customer.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/**
 * Rate limiter for sign-in attempts, counted in PostgreSQL for all nodes. An attempt counts while
 * it is in progress and, unless it succeeds, until the end of its window, so that concurrent
 * attempts cannot exceed the limit. An exhausted counter is cached briefly, so that a flood queries
 * the database once per second.
 */
final class LoginRateLimiter {

  private static final String CLOSED = "tradewind.throttle";
  private static final int MAX_CACHED = 100_000;
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  /** Cache of exhausted counters in this JVM, with the end of their window. */
  private record Closed(Cache<String, Instant> until) implements Shareable {}

  private final Pool pool;
  private final AttemptCounterStore store = new AttemptCounterStore();
  private final ThrottleSettings settings;
  private final Clock clock;
  private final Closed closed;

  LoginRateLimiter(Vertx vertx, Pool pool, ThrottleSettings settings, Clock clock) {
    this.pool = pool;
    this.settings = settings;
    this.clock = clock;
    LocalMap<String, Closed> shared = vertx.sharedData().getLocalMap(CLOSED);
    this.closed = shared.computeIfAbsent(CLOSED, name -> remembering(clock));
  }

  private static Closed remembering(Clock clock) {
    return new Closed(
        Caffeine.newBuilder()
            .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
            .expireAfterWrite(REMEMBERED)
            .maximumSize(MAX_CACHED)
            .scheduler(Scheduler.disabledScheduler())
            .executor(Runnable::run)
            .build());
  }

  /** One attempt, counted from {@link #count} until it is released. */
  final class Attempt {

    private final List<Counter> counters;
    private boolean isCounted;

    private Attempt(List<Counter> counters) {
      this.counters = counters;
      counters.forEach(this::refuseWhereClosed);
    }

    private void refuseWhereClosed(Counter counter) {
      Instant until = closed.until().getIfPresent(counter.key());
      if (until != null) {
        throw refusal(until);
      }
    }

    /** Counts the attempt; fails with {@code TooManyRequests} above the limit. */
    Future<Void> count() {
      Instant now = clock.instant();
      return Transactions.retrying(
              () -> store.count(pool, counters, now, now.plus(settings.window())))
          .compose(spent -> {
            if (spent.isPresent()) {
              closed.until().put(spent.get().key(), spent.get().windowEndsAt());
              return Future.failedFuture(refusal(spent.get().windowEndsAt()));
            }
            isCounted = true;
            return Future.succeededFuture();
          });
    }

    /** Releases an attempt that was not a wrong guess. */
    Future<Void> release() {
      if (!isCounted) {
        return Future.succeededFuture();
      }
      isCounted = false;
      return Transactions.retrying(() -> store.release(pool, counters));
    }

    /** Releases the attempt unless the work shows a wrong guess. */
    <T> Future<T> settle(Future<T> work) {
      return work.transform(outcome ->
          outcome.failed() && isWrongGuess(outcome.cause())
              ? work
              : release().otherwiseEmpty().compose(settled -> work));
    }
  }

  /**
   * Login attempt.
   *
   * @throws ProblemException {@code TooManyRequests} if the counter is cached as exhausted
   */
  Attempt login(String surface, String email, Request request) {
    String address = address(request);
    return new Attempt(
        List.of(
            Counter.of(settings.perEmail(), "login", surface, "of", email, address),
            Counter.of(settings.perAccount(), "login", surface, "account", email),
            Counter.of(settings.perAddress(), "login", surface, "address", address)));
  }

  /**
   * Check whether an e-mail address has an account, limited against account enumeration.
   *
   * @throws ProblemException {@code TooManyRequests} if the counter is cached as exhausted
   */
  Attempt question(String email, Request request) {
    return new Attempt(
        List.of(
            Counter.of(settings.perAccount(), "question", "account", email),
            Counter.of(settings.perAddress(), "question", "address", address(request))));
  }

  /**
   * Step of a password reset: the request, which sends an e-mail, or the attempt to set a password.
   *
   * @throws ProblemException {@code TooManyRequests} if the counter is cached as exhausted
   */
  Attempt reset(String step, String surface, String email, Request request) {
    return new Attempt(
        List.of(
            Counter.of(settings.perEmail(), step, surface, "account", email),
            Counter.of(settings.perAddress(), step, surface, "address", address(request))));
  }

  /** Client address of the request. */
  private static String address(Request request) {
    return Objects.requireNonNullElse(request.header("remote-address"), "");
  }

  private ProblemException refusal(Instant until) {
    return new Problem.TooManyRequests(
            "Too many attempts. Please try again later.", Duration.between(clock.instant(), until))
        .toException();
  }

  private static boolean isWrongGuess(Throwable failure) {
    return failure instanceof ProblemException expected
        && (expected.problem() instanceof Problem.Unauthorized
            || expected.problem() instanceof Problem.InvalidData);
  }
}
