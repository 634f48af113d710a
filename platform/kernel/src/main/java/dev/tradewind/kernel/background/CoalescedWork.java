package dev.tradewind.kernel.background;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that many callers request and that runs once at a time, however many they are: requests
 * beside a run share one run after it. Confined to the event loop of its verticle.
 */
public final class CoalescedWork {

  private final Supplier<Future<Void>> work;
  private boolean isRunning;
  private @Nullable Promise<Void> next;

  /**
   * @param work starts one run; the run ends when the future completes
   */
  public CoalescedWork(Supplier<Future<Void>> work) {
    this.work = work;
  }

  /** Completes with a run that began after the call. */
  public Future<Void> run() {
    if (isRunning) {
      Promise<Void> following = next == null ? Promise.promise() : next;
      next = following;
      return following.future();
    }
    isRunning = true;
    // Work that throws must not leave the flag set.
    return Future.<Void>succeededFuture()
        .compose(started -> work.get())
        .onComplete(ended -> {
          isRunning = false;
          Promise<Void> following = next;
          if (following != null) {
            next = null;
            run().onComplete(following);
          }
        });
  }
}
