package dev.tradewind.kernel.changelog;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Statement shared by concurrent readers: one at a time answers all readers that arrived before it
 * started. A reader that arrives later waits for the next one, because the statement in flight may
 * not see a change that was acknowledged to this reader. Used on one event loop.
 */
public final class SharedStatement<T> {

  private static final long TIMEOUT_MILLIS = 2_000;

  private final Supplier<Future<T>> statement;
  private boolean isRunning;
  private @Nullable Promise<T> waiting;

  public SharedStatement(Supplier<Future<T>> statement) {
    this.statement = statement;
  }

  /** Result of a statement that starts after this call. */
  public Future<T> run() {
    Promise<T> promise = waiting;
    if (promise == null) {
      promise = Promise.promise();
      waiting = promise;
    }
    if (!isRunning) {
      start();
    }
    return promise.future();
  }

  private void start() {
    Promise<T> readers = waiting;
    if (readers == null) {
      return;
    }
    waiting = null;
    isRunning = true;
    statement
        .get()
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .onComplete(found -> {
          isRunning = false;
          start();
          if (found.succeeded()) {
            readers.complete(found.result());
          } else {
            readers.fail(found.cause());
          }
        });
  }
}
