package dev.tradewind.gateway.management;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** Event loop lag meter: a timer that fires late shows that the event loop is blocked. */
public final class EventLoopLagMeter {

  private static final long PERIOD_MILLIS = 200;

  private final Timer timer;
  private long last = System.nanoTime();

  private EventLoopLagMeter(MeterRegistry registry) {
    timer =
        Timer.builder("tradewind.event.loop.delay")
            .description("How late the event loops of the gateway are")
            .register(registry);
  }

  /** Measures the current event loop until the caller is undeployed. */
  public static void measure(Vertx vertx, MeterRegistry registry) {
    EventLoopLagMeter delay = new EventLoopLagMeter(registry);
    vertx.setPeriodic(PERIOD_MILLIS, tick -> delay.tick());
  }

  private void tick() {
    long now = System.nanoTime();
    long late = now - last - TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
    last = now;
    timer.record(Math.max(late, 0), TimeUnit.NANOSECONDS);
  }
}
