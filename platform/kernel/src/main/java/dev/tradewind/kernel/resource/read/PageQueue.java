package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of reads that cost much: their weights together are limited, and the others wait in their
 * order. The weight of a page of large rows is their number, so that a long page is alone; that of
 * a statement which may read many rows is one connection, so that these take a part of the pool at
 * most. Used on one event loop.
 */
public final class PageQueue {

  /** Rows of all running pages; the weight of a longer page. */
  static final int MAX_ROWS = 100;

  private record Waiting(int weight, Runnable page) {}

  private final Clock clock;
  private final int capacity;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private boolean isStarting;

  /** A queue of pages, by their rows. */
  public PageQueue(Clock clock) {
    this(clock, MAX_ROWS);
  }

  private PageQueue(Clock clock, int capacity) {
    this.clock = clock;
    this.capacity = capacity;
  }

  /** A queue of statements, which take half of the connections of a pool at most. */
  public static PageQueue ofHalf(int poolSize, Clock clock) {
    return new PageQueue(clock, Math.max(1, poolSize / 2));
  }

  /**
   * Runs the page at once or after others. It fails with {@code TIMED_OUT} if the deadline of its
   * request has been exceeded by then.
   *
   * @param limit rows of the page
   */
  public <T> Future<T> run(CallContext context, long limit, Supplier<Future<T>> page) {
    return run(context, Math.clamp(limit, 1, capacity), page);
  }

  /** Runs a statement of the current call at once or after others, as a page. */
  <T> Future<T> run(Supplier<Future<T>> statement) {
    CurrentCall call = CurrentCall.get();
    return run(call == null ? null : call.context(), 1, statement);
  }

  private <T> Future<T> run(@Nullable CallContext call, int weight, Supplier<Future<T>> page) {
    // A call that makes room for another one must not execute it as its own.
    ContextInternal own = ContextInternal.current();
    Promise<T> promise = own == null ? Promise.promise() : own.promise();
    Runnable start = () -> start(call, weight, page).onComplete(promise);
    waiting.add(
        new Waiting(weight, own == null ? start : () -> own.runOnContext(on -> start.run())));
    startWaiting();
    return promise.future();
  }

  /** A page that ends at once must not start the next one within its own call. */
  private void startWaiting() {
    if (isStarting) {
      return;
    }
    isStarting = true;
    for (Waiting next = waiting.peek();
        next != null && running + next.weight() <= capacity;
        next = waiting.peek()) {
      waiting.remove();
      running += next.weight();
      next.page().run();
    }
    isStarting = false;
  }

  private <T> Future<T> start(@Nullable CallContext call, int weight, Supplier<Future<T>> page) {
    return Future.succeededFuture()
        .compose(started -> {
          if (call != null && call.isExpired(clock)) {
            throw Problem.timedOut("The list was not read in time.");
          }
          return page.get();
        })
        .onComplete(done -> {
          running -= weight;
          startWaiting();
        });
  }
}
