package dev.tradewind.catalog.cache;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Coalesced reads of the change stamps: one statement at a time answers all readers that arrived
 * before it started. A reader that arrives later waits for the next one, because the statement in
 * flight may not see a change that was acknowledged to this reader. Used on one event loop.
 */
final class ChangeStamps {

  private static final long TIMEOUT_MILLIS = 2_000;

  private final Supplier<Future<Map<String, String>>> statement;
  private boolean isRunning;
  private @Nullable Promise<Map<String, String>> waiting;

  ChangeStamps(Supplier<Future<Map<String, String>>> statement) {
    this.statement = statement;
  }

  /** Stamps by kind, of a statement that starts after this call. */
  Future<Map<String, String>> current() {
    Promise<Map<String, String>> promise = waiting;
    if (promise == null) {
      promise = Promise.promise();
      waiting = promise;
    }
    if (!isRunning) {
      run();
    }
    return promise.future();
  }

  private void run() {
    Promise<Map<String, String>> readers = waiting;
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
          run();
          if (found.succeeded()) {
            readers.complete(found.result());
          } else {
            readers.fail(found.cause());
          }
        });
  }
}
