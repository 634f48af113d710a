package dev.tradewind.acceptance;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/**
 * Load at a fixed rate, independent of the completion of earlier work up to a number that runs
 * concurrently: a machine that is slower than the rate is kept busy and not flooded.
 */
public final class FixedRateLoop implements AutoCloseable {

  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore places;
  private final Thread pacer;
  private volatile boolean isOver;

  private FixedRateLoop(double perSecond, int maxRunning, IntConsumer work) {
    places = new Semaphore(maxRunning);
    long interval = Math.round(1e9 / perSecond);
    pacer = Thread.ofPlatform().name("pacer").unstarted(() -> pace(interval, work));
  }

  /**
   * @param work receives its number, from 0
   */
  public static FixedRateLoop start(double perSecond, int maxRunning, IntConsumer work) {
    FixedRateLoop loop = new FixedRateLoop(perSecond, maxRunning, work);
    loop.pacer.start();
    return loop;
  }

  private void pace(long interval, IntConsumer work) {
    long due = System.nanoTime();
    for (int number = 0; !isOver; number++) {
      places.acquireUninterruptibly();
      int next = number;
      workers.execute(() -> run(work, next));
      due = Math.max(due + interval, System.nanoTime());
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
    }
  }

  private void run(IntConsumer work, int number) {
    try {
      work.accept(number);
    } finally {
      places.release();
    }
  }

  /** Starts no further work, and waits for the running work. */
  @Override
  public void close() {
    isOver = true;
    try {
      pacer.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    workers.close();
  }
}
