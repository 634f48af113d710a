package dev.tradewind.acceptance.chaos;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** Open-loop load: starts work at a fixed rate, independent of the completion of earlier work. */
final class FixedRateLoop implements AutoCloseable {

  private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread pacer;
  private volatile boolean isOver;

  private FixedRateLoop(double perSecond, IntConsumer work) {
    long interval = Math.round(1e9 / perSecond);
    pacer = Thread.ofPlatform().name("pacer").unstarted(() -> pace(interval, work));
  }

  /**
   * @param work receives its number, from 0
   */
  static FixedRateLoop start(double perSecond, IntConsumer work) {
    FixedRateLoop loop = new FixedRateLoop(perSecond, work);
    loop.pacer.start();
    return loop;
  }

  private void pace(long interval, IntConsumer work) {
    long began = System.nanoTime();
    for (int number = 0; !isOver; number++) {
      int next = number;
      workers.execute(() -> work.accept(next));
      long due = began + (number + 1) * interval;
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
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
