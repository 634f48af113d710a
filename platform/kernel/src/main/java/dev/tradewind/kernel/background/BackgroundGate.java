package dev.tradewind.kernel.background;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Gate of the work that a node does by itself, the same for all verticles of a node. It is closed
 * while the database is the copy of a shop that still takes the writes: work here would act on the
 * payments, orders and shoppers of that shop a second time.
 */
public final class BackgroundGate {

  private record State(boolean isOpen, Instant newsSince) {}

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger running = new AtomicInteger();
  private volatile State state;

  private BackgroundGate(State state) {
    this.state = state;
  }

  /** Gate of a shop that was never a copy. */
  public static BackgroundGate opened() {
    return new BackgroundGate(new State(true, Instant.EPOCH));
  }

  /** Gate of a node that does not know yet whether the shop is a copy. */
  public static BackgroundGate closed() {
    return new BackgroundGate(new State(false, Instant.EPOCH));
  }

  public boolean isOpen() {
    return state.isOpen();
  }

  /**
   * Time of the switch to this shop: what providers tell of the time before was told to the shop
   * that the database is a copy of. The epoch if it is no copy.
   */
  public Instant newsSince() {
    return state.newsSince();
  }

  /**
   * Opens the gate, or keeps it open. Work that waits begins at once.
   *
   * @param newsSince time of the switch
   */
  public void open(Instant newsSince) {
    boolean wasOpen = state.isOpen();
    state = new State(true, newsSince);
    if (!wasOpen) {
      listeners.forEach(Runnable::run);
    }
  }

  /** Closes the gate: no further work begins. Work in progress goes on, and is counted. */
  public void close() {
    state = new State(false, state.newsSince());
  }

  /** Whether work may begin, which is counted until its {@link #end} then. */
  boolean begin() {
    // Counted first: once the gate is closed and nothing counts, nothing runs.
    running.incrementAndGet();
    if (isOpen()) {
      return true;
    }
    end();
    return false;
  }

  void end() {
    running.decrementAndGet();
  }

  /**
   * Runs work if the gate is open, and counts it until the future completes.
   *
   * @param closed result at the closed gate
   */
  public <T> Future<T> run(T closed, Supplier<Future<T>> work) {
    return begin() ? counted(work) : Future.succeededFuture(closed);
  }

  /** The same without a result. */
  public Future<Void> run(Supplier<Future<Void>> work) {
    return begin() ? counted(work) : Future.succeededFuture();
  }

  private <T> Future<T> counted(Supplier<Future<T>> work) {
    return Future.future((Promise<T> promise) -> work.get().onComplete(promise))
        .onComplete(done -> end());
  }

  /** Number of runs that have not ended. */
  public int running() {
    return running.get();
  }

  /** Calls the listener each time that the closed gate opens, on the thread that opens it. */
  void onOpen(Runnable listener) {
    listeners.add(listener);
  }

  void removeListener(Runnable listener) {
    listeners.remove(listener);
  }
}
