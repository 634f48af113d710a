package dev.tradewind.cart.discount;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore;
import dev.tradewind.kernel.ratelimit.AttemptCounterStore.Counter;
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
 * Slows down who tries codes of discounts and gift cards. Unknown codes are counted for all nodes
 * together, of one cart and of one address, within {@link #WINDOW}: many carts are no way around,
 * and a shop's own server that asks for many shoppers is not shut out by a few mistakes. Who names
 * codes that there are costs the database nothing. Belongs to one event loop.
 */
public final class CodeRateLimiter {

  public static final int PER_CART = 20;
  public static final int PER_ADDRESS = 300;
  public static final Duration WINDOW = Duration.ofMinutes(15);

  private static final Logger LOG = LoggerFactory.getLogger(CodeRateLimiter.class);

  private static final int MOST_KNOWN = 100_000;

  /** More than a guess adds, so that what has ended never piles up. */
  private static final int REMOVED_BY_A_GUESS = 10;

  /** What is known here of a counter: how it stood at the last guess, and what is under way. */
  private static final class Known {

    private final Counter counter;
    private int wrong;
    private Instant windowEndsAt = Instant.MIN;
    private int underWay;

    private Known(Counter counter) {
      this.counter = counter;
    }

    /** What is under way may be wrong too, so that many at once are no way around. */
    private boolean isSpent(Instant now) {
      return (windowEndsAt.isAfter(now) ? wrong : 0) + underWay >= counter.limit();
    }

    private void setTo(AttemptCounterStore.Counted counted) {
      wrong = counted.attempts();
      windowEndsAt = counted.windowEndsAt();
    }
  }

  private final Pool pool;
  private final Clock clock;
  private final AttemptCounterStore store = new AttemptCounterStore();
  private final Cache<String, Known> remembered =
      Caffeine.newBuilder().expireAfterAccess(WINDOW).maximumSize(MOST_KNOWN).build();

  public CodeRateLimiter(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /** Tries codes, unless the cart or the address has named too many that there are not. */
  public <T> Future<T> guarded(String cartId, String address, Supplier<Future<T>> attempt) {
    List<Known> counters =
        List.of(
            known(Counter.of(PER_CART, "cart", cartId)),
            known(Counter.of(PER_ADDRESS, "address", address)));
    Instant now = clock.instant();
    for (Known counter : counters) {
      if (counter.isSpent(now)) {
        return Future.failedFuture(refusal(counter, now));
      }
    }
    counters.forEach(counter -> counter.underWay++);
    return attempt
        .get()
        .recover(failure ->
            (isUnknown(failure) ? count(counters) : Future.succeededFuture())
                .compose(counted -> Future.failedFuture(failure)))
        .onComplete(tried -> counters.forEach(counter -> counter.underWay--));
  }

  private Future<Void> count(List<Known> counters) {
    Instant now = clock.instant();
    List<Counter> guessed = counters.stream().map(known -> known.counter).toList();
    return Transactions.retrying(() -> store.add(pool, guessed, now, now.plus(WINDOW)))
        .compose(counted -> {
          for (AttemptCounterStore.Counted each : counted) {
            counters.stream()
                .filter(known -> known.counter.key().equals(each.key()))
                .forEach(known -> known.setTo(each));
          }
          return removeEnded(now);
        });
  }

  /** What is left, or could not be removed, the next guess removes. */
  private Future<Void> removeEnded(Instant now) {
    return store
        .removeEnded(pool, now, REMOVED_BY_A_GUESS)
        .onFailure(failure -> LOG.warn("Counters were not removed: {}", failure.toString()))
        .otherwiseEmpty()
        .mapEmpty();
  }

  private Known known(Counter counter) {
    return remembered.get(counter.key(), absent -> new Known(counter));
  }

  private static ProblemException refusal(Known spent, Instant now) {
    String message = "Too many unknown codes. Try again later.";
    return (spent.windowEndsAt.isAfter(now)
            ? new Problem.TooManyRequests(message, Duration.between(now, spent.windowEndsAt))
            : new Problem.TooManyRequests(message))
        .toException();
  }

  private static boolean isUnknown(Throwable failure) {
    return failure instanceof ProblemException refused
        && refused.problem() instanceof Problem.NotFound;
  }
}
