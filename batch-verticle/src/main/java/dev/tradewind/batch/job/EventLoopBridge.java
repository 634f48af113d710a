package dev.tradewind.batch.job;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Bridge on which a virtual thread awaits futures of an event loop. */
final class EventLoopBridge {

  private final Context eventLoop;

  EventLoopBridge(Context eventLoop) {
    this.eventLoop = eventLoop;
  }

  /** Starts work on the event loop without waiting for it. */
  <T> Future<T> begin(Supplier<Future<T>> work) {
    Promise<T> result = Promise.promise();
    eventLoop.runOnContext(
        go -> Future.<T>future(promise -> work.get().onComplete(promise)).onComplete(result));
    return result.future();
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  /** Value of the future; throws its failure. */
  static <T> T await(Future<T> future) {
    try {
      return future.toCompletionStage().toCompletableFuture().join();
    } catch (CompletionException failure) {
      throw failure.getCause() instanceof RuntimeException unchecked ? unchecked : failure;
    }
  }
}
