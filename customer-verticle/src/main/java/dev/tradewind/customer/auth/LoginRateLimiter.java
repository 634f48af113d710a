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
 * Counts guesses, for all nodes together. An attempt counts as long as it is under way and, unless
 * it turns out right, to the end of its window; so many at once are no way around. Who has to wait
 * is remembered here for a moment, so that a flood asks the database once a second.
 */
final class LoginRateLimiter {

  private static final String CLOSED = "tradewind.throttle";
  private static final int MOST_CLOSED = 100_000;
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  /** Until when counters of this JVM are known to be spent. */
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
            .maximumSize(MOST_CLOSED)
            .scheduler(Scheduler.disabledScheduler())
            .executor(Runnable::run)
            .build());
  }

  /** One attempt, counted once {@link #count} is called and until it is taken back. */
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

    /** Fails with {@code TooManyRequests} where there have been too many. */
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

    /** It was no guess. */
    Future<Void> release() {
      if (!isCounted) {
        return Future.succeededFuture();
      }
      isCounted = false;
      return Transactions.retrying(() -> store.release(pool, counters));
    }

    /** Takes back what has not shown that something was guessed wrong. */
    <T> Future<T> settle(Future<T> work) {
      return work.transform(outcome ->
          outcome.failed() && isWrongGuess(outcome.cause())
              ? work
              : release().otherwiseEmpty().compose(settled -> work));
    }
  }

  /**
   * An attempt to log in.
   *
   * @throws ProblemException {@code TooManyRequests} where it is known already
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
   * A question whether an e-mail has an account; whoever asks may be collecting them.
   *
   * @throws ProblemException {@code TooManyRequests} where it is known already
   */
  Attempt question(String email, Request request) {
    return new Attempt(
        List.of(
            Counter.of(settings.perAccount(), "question", "account", email),
            Counter.of(settings.perAddress(), "question", "address", address(request))));
  }

  /**
   * A wish for a new password, which somebody may get letters about, or an attempt to set one.
   *
   * @throws ProblemException {@code TooManyRequests} where it is known already
   */
  Attempt reset(String step, String surface, String email, Request request) {
    return new Attempt(
        List.of(
            Counter.of(settings.perEmail(), step, surface, "account", email),
            Counter.of(settings.perAddress(), step, surface, "address", address(request))));
  }

  /** Where the request comes from. */
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
