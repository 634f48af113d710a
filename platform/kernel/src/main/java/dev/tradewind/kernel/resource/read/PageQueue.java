package dev.tradewind.kernel.resource.read;

import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Queue of the pages of a list whose rows may be large: the rows of all pages that are read and
 * rendered at the same time are limited, so that a long page is alone. The others wait in their
 * order. Used on one event loop.
 */
public final class PageQueue {

  /** Rows of all running pages; the weight of a longer page. */
  static final int MAX_ROWS = 100;

  private record Waiting(int rows, Runnable page) {}

  private final Clock clock;
  private final Queue<Waiting> waiting = new ArrayDeque<>();
  private int running;
  private boolean isStarting;

  public PageQueue(Clock clock) {
    this.clock = clock;
  }

  /**
   * Runs the page at once or after others. It fails with {@code TIMED_OUT} if the deadline of its
   * request has been exceeded by then.
   *
   * @param limit rows of the page
   */
  public <T> Future<T> run(CallContext context, long limit, Supplier<Future<T>> page) {
    int rows = Math.clamp(limit, 1, MAX_ROWS);
    Promise<T> promise = Promise.promise();
    waiting.add(new Waiting(rows, () -> start(context, rows, page).onComplete(promise)));
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
        next != null && running + next.rows() <= MAX_ROWS;
        next = waiting.peek()) {
      waiting.remove();
      running += next.rows();
      next.page().run();
    }
    isStarting = false;
  }

  private <T> Future<T> start(CallContext context, int rows, Supplier<Future<T>> page) {
    return Future.succeededFuture()
        .compose(started -> {
          if (context.isExpired(clock)) {
            throw Problem.timedOut("The list was not read in time.");
          }
          return page.get();
        })
        .onComplete(done -> {
          running -= rows;
          startWaiting();
        });
  }
}
