package dev.tradewind.kernel;

import io.vertx.core.Future;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for futures in tests. */
public final class Awaiting {

  private Awaiting() {}

  public static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    } catch (ExecutionException failure) {
      throw new AssertionError(failure.getCause());
    } catch (InterruptedException | TimeoutException failure) {
      throw new AssertionError(failure);
    }
  }

  public static Throwable failure(Future<?> future) {
    try {
      Object result = future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
      throw new AssertionError("Succeeded with " + result);
    } catch (ExecutionException failure) {
      return failure.getCause();
    } catch (InterruptedException | TimeoutException failure) {
      throw new AssertionError(failure);
    }
  }
}
