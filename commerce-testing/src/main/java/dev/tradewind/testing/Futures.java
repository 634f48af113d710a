package dev.tradewind.testing;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocking access to the results of futures, from the thread of a test. */
public final class Futures {

  private static final long TIMEOUT_SECONDS = 120;

  private Futures() {}

  /** The result; a failure of the future fails the test, as its cause. */
  public static <T> T await(Future<T> future) {
    try {
      return future
          .toCompletionStage()
          .toCompletableFuture()
          .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw new AssertionError(failure.getCause());
    } catch (InterruptedException | TimeoutException failure) {
      throw new AssertionError(failure);
    }
  }

  /** The failure; the test fails if the future succeeds. */
  public static Throwable failure(Future<?> future) {
    return await(
        future.transform(result ->
            result.failed()
                ? Future.succeededFuture(result.cause())
                : Future.failedFuture("Succeeded with " + result.result())));
  }
}
