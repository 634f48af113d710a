package dev.tradewind.kernel.changelog;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Statement shared by concurrent readers: one at a time answers all readers that arrived before it
 * started. A reader that arrives later waits for the next one, because the statement in flight may
 * not see a change that was acknowledged to this reader. Used on one event loop.
 *
 * @param <P> what a reader may ask for beside what all ask for
 * @param <T> result for all its readers
 */
public final class SharedStatement<P, T> {

  private static final long TIMEOUT_MILLIS = 2_000;

  private final Function<Set<P>, Future<T>> statement;
  private final Consumer<T> taken;
  private boolean isRunning;
  private @Nullable Promise<T> waiting;
  private Set<P> requested = new LinkedHashSet<>();

  public SharedStatement(Function<Set<P>, Future<T>> statement) {
    this(statement, result -> {});
  }

  /**
   * @param taken takes over each result before its readers get it; not one that came too late,
   *     which may be older than the snapshot of the next statement
   */
  public SharedStatement(Function<Set<P>, Future<T>> statement, Consumer<T> taken) {
    this.statement = statement;
    this.taken = taken;
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

  /** The same, of a statement that is asked for this as well. */
  public Future<T> run(P parameter) {
    requested.add(parameter);
    return run();
  }

  private void start() {
    Promise<T> readers = waiting;
    if (readers == null) {
      return;
    }
    waiting = null;
    isRunning = true;
    Set<P> parameters = requested;
    requested = new LinkedHashSet<>();
    statement
        .apply(parameters)
        .timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .map(result -> {
          taken.accept(result);
          return result;
        })
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
