package dev.tradewind.cart;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.ProblemException;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Slows down who tries codes of discounts and gift cards. Unknown codes are counted, of one cart
 * and of one address, within {@link #WINDOW}, in the memory of each node: many carts are no way
 * around, and a shop's own server that asks for many shoppers is not shut out by a few mistakes.
 */
final class CodeGuesses {

  static final int PER_CART = 20;
  static final int PER_ADDRESS = 300;
  static final Duration WINDOW = Duration.ofMinutes(15);

  private static final int SIZE = 100_000;

  private final Cache<String, AtomicInteger> wrong =
      Caffeine.newBuilder().expireAfterWrite(WINDOW).maximumSize(SIZE).build();

  /**
   * Tries codes. An attempt counts from its start, so that many at once are no way around, and is
   * taken back when every code was known.
   */
  <T> Future<T> guarded(String cartId, String address, Supplier<Future<T>> attempt) {
    AtomicInteger ofCart = counter("cart " + cartId);
    AtomicInteger ofAddress = counter("address " + address);
    boolean exhausted =
        ofCart.incrementAndGet() > PER_CART | ofAddress.incrementAndGet() > PER_ADDRESS;
    if (exhausted) {
      takeBack(ofCart, ofAddress);
      return Future.failedFuture(
          new Problem.TooManyRequests("Too many unknown codes. Try again later.").toException());
    }
    return attempt
        .get()
        .onComplete(tried -> {
          if (!isUnknown(tried.cause())) {
            takeBack(ofCart, ofAddress);
          }
        });
  }

  private AtomicInteger counter(String key) {
    return wrong.get(key, name -> new AtomicInteger());
  }

  private static void takeBack(AtomicInteger ofCart, AtomicInteger ofAddress) {
    ofCart.decrementAndGet();
    ofAddress.decrementAndGet();
  }

  private static boolean isUnknown(@Nullable Throwable failure) {
    return failure instanceof ProblemException refused
        && refused.problem() instanceof Problem.NotFound;
  }
}
