package dev.tradewind.kernel.retry;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Bounded retry with exponential backoff and jitter. It ends when the work succeeds, fails with a
 * permanent error, reaches the maximum of attempts, or times out; the last failure is its outcome
 * then. It waits by timers of Vert.x, on the caller's context.
 *
 * @param maxAttempts maximum number of attempts, the first included
 * @param firstDelay the longest backoff before the second attempt; it doubles with each one
 * @param maxDelay the longest backoff
 */
public record Retry(int maxAttempts, Duration firstDelay, Duration maxDelay) {

  /**
   * Attempts the work until the outcome is final.
   *
   * @param timeout no attempt begins later, counted from the call
   * @param isRetryable whether the failure is transient, so that another attempt may succeed
   */
  public <T> Future<T> run(
      Duration timeout, Predicate<Throwable> isRetryable, Supplier<Future<T>> work) {
    return new Run<>(System.nanoTime() + timeout.toNanos(), isRetryable, work).attempt(1);
  }

  private final class Run<T> {

    private final long deadlineNanos;
    private final Predicate<Throwable> isRetryable;
    private final Supplier<Future<T>> work;

    Run(long deadlineNanos, Predicate<Throwable> isRetryable, Supplier<Future<T>> work) {
      this.deadlineNanos = deadlineNanos;
      this.isRetryable = isRetryable;
      this.work = work;
    }

    /** Treats an exception thrown by the work as a failed future. */
    Future<T> attempt(int number) {
      return Future.future((Promise<T> promise) -> work.get().onComplete(promise))
          .recover(failure -> {
            long delay = new Backoff(firstDelay, maxDelay).jittered(number).toMillis();
            long nextNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delay);
            if (number < maxAttempts
                && nextNanos - deadlineNanos < 0
                && isRetryable.test(failure)) {
              return pause(delay).compose(done -> attempt(number + 1));
            }
            return Future.failedFuture(failure);
          });
    }
  }

  private static Future<Void> pause(long millis) {
    Context context = Vertx.currentContext();
    if (context == null) {
      return Future.fromCompletionStage(
          CompletableFuture.runAsync(
              () -> {}, CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS)));
    }
    return context.owner().timer(millis).mapEmpty();
  }
}
