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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Event loop with virtual time that several Vert.x instances share. All their work runs on its
 * thread, so that it knows when all of it has ended. Time passes only when the schedule advances
 * it: a slow machine changes no history.
 */
final class SharedEventLoop {

  /** The group is shut down once, not with each of its Vert.x instances. */
  private final Group group = new Group();

  private final Loop loop = (Loop) group.next();
  private final VirtualClock clock = new VirtualClock(loop.ticker());
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

  /** Clock that the schedule advances; between interleavings it is set to the real time. */
  Clock clock() {
    return clock;
  }

  void synchronizeClock() {
    clock.synchronize();
  }

  void advance(Duration time) {
    loop.ticker().advance(time.toNanos());
  }

  /** Advances the time to the next timer, which fires then; false if there is none. */
  boolean advanceToTimer() {
    boolean isAdvanced = loop.advanceToTimer();
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
    private @Nullable VirtualTicker ticker;

    Loop(Group group, Executor executor, IoHandlerFactory handlers) {
      super(group, executor, handlers);
    }

    @Override
    public VirtualTicker ticker() {
      VirtualTicker current = ticker;
      if (current == null) {
        current = new VirtualTicker();
        ticker = current;
      }
      return current;
    }

    /** Real time to wait for input: no timer becomes due meanwhile. */
    @Override
    protected long delayNanos(long currentTimeNanos) {
      return TimeUnit.SECONDS.toNanos(1);
    }

    boolean advanceToTimer() {
      long left = nextScheduledTaskNano();
      ticker().advance(Math.max(0, left));
      return left >= 0;
    }
  }

  /** Time of timers. */
  private static final class VirtualTicker implements Ticker {

    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long initialNanoTime() {
      return 0;
    }

    @Override
    public long nanoTime() {
      return nanos.get();
    }

    @Override
    public void sleep(long delay, TimeUnit unit) throws InterruptedException {
      unit.sleep(delay);
    }

    void advance(long passed) {
      nanos.addAndGet(passed);
    }
  }

  private static final class VirtualClock extends Clock {

    private final VirtualTicker ticker;
    private volatile Instant origin;

    VirtualClock(VirtualTicker ticker) {
      this.ticker = ticker;
      this.origin = Instant.now();
    }

    void synchronize() {
      origin = Instant.now().minusNanos(ticker.nanoTime());
    }

    @Override
    public Instant instant() {
      return origin.plusNanos(ticker.nanoTime());
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return Clock.fixed(instant(), zone);
    }
  }
}
