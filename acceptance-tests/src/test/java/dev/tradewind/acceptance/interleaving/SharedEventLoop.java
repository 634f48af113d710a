package dev.tradewind.acceptance.interleaving;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Ticker;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.transport.Transport;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Event loop with virtual time that several Vert.x instances share. All their work runs on its
 * thread, so that it knows when all of it has ended; timers fire when nothing else is left to do.
 */
final class SharedEventLoop {

  /** The group is shut down once, not with each of its Vert.x instances. */
  private final Group group = new Group();

  private final Loop loop = (Loop) group.next();
  private final AtomicBoolean isCheckQueued = new AtomicBoolean();
  private int inFlight;
  private @Nullable Runnable whenQuiet;

  Vertx vertx() {
    return Vertx.builder()
        .with(new VertxOptions().setWorkerPoolSize(1).setInternalBlockingPoolSize(1))
        .withTransport(new SharedTransport())
        .build();
  }

  void execute(Runnable task) {
    loop.execute(task);
  }

  /**
   * Calls the handler each time when no task is queued and no statement is in flight, until {@link
   * #rest}.
   */
  void whenQuiet(Runnable handler) {
    whenQuiet = handler;
    queueCheck();
  }

  void rest() {
    whenQuiet = null;
  }

  /** Registers the beginning of input or output, whose end is {@link #end}. */
  void begin() {
    inFlight++;
  }

  void end() {
    inFlight--;
    queueCheck();
  }

  /** Advances the time to the next timer, which fires then; false if there is none. */
  boolean advance() {
    boolean isAdvanced = loop.advance();
    if (isCheckQueued.compareAndSet(false, true)) {
      // Behind the timer, which a check among the tasks would keep from firing.
      loop.schedule(this::check, 0, TimeUnit.NANOSECONDS);
    }
    return isAdvanced;
  }

  private void queueCheck() {
    if (isCheckQueued.compareAndSet(false, true)) {
      loop.execute(this::check);
    }
  }

  private void check() {
    isCheckQueued.set(false);
    Runnable handler = whenQuiet;
    if (handler == null || inFlight > 0) {
      return;
    }
    if (loop.pendingTasks() == 0) {
      handler.run();
    }
    queueCheck();
  }

  void close() {
    group.end();
  }

  private final class SharedTransport implements Transport {

    @Override
    public String name() {
      return "shared";
    }

    @Override
    public boolean available() {
      return true;
    }

    @Override
    public @Nullable Throwable unavailabilityCause() {
      return null;
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
      return new NioTransport() {
        @Override
        public EventLoopGroup eventLoopGroup(
            int type, int threads, java.util.concurrent.ThreadFactory factory, int ioRatio) {
          return group;
        }
      };
    }
  }

  private static final class Group extends MultiThreadIoEventLoopGroup {

    Group() {
      super(1, NioIoHandler.newFactory());
    }

    @Override
    protected IoEventLoop newChild(
        Executor executor, IoHandlerFactory handlers, Object... arguments) {
      return new Loop(this, executor, handlers);
    }

    @Override
    public Future<?> shutdownGracefully(long quiet, long timeout, TimeUnit unit) {
      return ImmediateEventExecutor.INSTANCE.newSucceededFuture(null);
    }

    void end() {
      super.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }
  }

  private static final class Loop extends SingleThreadIoEventLoop {

    // Assigned by the constructor of the superclass, which asks for it.
    private @Nullable AdvancingTicker ticker;

    Loop(Group group, Executor executor, IoHandlerFactory handlers) {
      super(group, executor, handlers);
    }

    @Override
    public AdvancingTicker ticker() {
      AdvancingTicker present = ticker;
      if (present == null) {
        present = new AdvancingTicker();
        ticker = present;
      }
      return present;
    }

    boolean advance() {
      long left = nextScheduledTaskNano();
      ticker().advancedNanos += Math.max(0, left);
      return left >= 0;
    }
  }

  private static final class AdvancingTicker implements Ticker {

    private volatile long advancedNanos;

    @Override
    public long initialNanoTime() {
      return Ticker.systemTicker().initialNanoTime();
    }

    @Override
    public long nanoTime() {
      return Ticker.systemTicker().nanoTime() + advancedNanos;
    }

    @Override
    public void sleep(long delay, TimeUnit unit) throws InterruptedException {
      unit.sleep(delay);
    }
  }
}
