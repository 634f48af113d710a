package dev.tradewind.launcher.config;

import io.vertx.core.Future;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Blocking wait for a future, for the main thread, which is no event loop. */
public final class Awaiting {

  private Awaiting() {}

  public static <T> T await(String what, Future<T> future, Duration timeout) {
    return await(what, future.toCompletionStage().toCompletableFuture(), timeout);
  }

  /** The value; a failure is rethrown unchanged. */
  public static <T> T await(String what, CompletableFuture<T> future, Duration timeout) {
    try {
      return future.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failure) {
      throw unchecked(Objects.requireNonNull(failure.getCause()));
    } catch (TimeoutException late) {
      throw new CliException(what + " took longer than " + timeout.toSeconds() + " seconds.", late);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof CompletionException wrapper && wrapper.getCause() != null) {
      return unchecked(wrapper.getCause());
    }
    if (failure instanceof RuntimeException already) {
      return already;
    }
    return new IllegalStateException(failure.getMessage(), failure);
  }
}
