package dev.tradewind.batch.job;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Lets a virtual thread wait for what an event loop does. */
final class EventLoopBridge {

  private final Context eventLoop;

  EventLoopBridge(Context eventLoop) {
    this.eventLoop = eventLoop;
  }

  /** Begins work on the event loop; it goes on while the caller does something else. */
  <T> Future<T> begin(Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    eventLoop.runOnContext(
        go -> Future.<T>future(promise -> work.get().onComplete(promise)).onComplete(result));
    return result.future();
  }

  static void rest(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** The value of the future, or its failure, thrown. */
  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException failure) {
      throw failure.getCause() instanceof RuntimeException unchecked ? unchecked : failure;
    }
  }
}
