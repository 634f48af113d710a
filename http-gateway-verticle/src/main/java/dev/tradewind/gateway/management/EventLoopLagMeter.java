package dev.tradewind.gateway.management;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.util.concurrent.TimeUnit;

/**
 * Meter of the lag of one event loop: a timer that fires late shows that the event loop is blocked.
 */
public final class EventLoopLagMeter extends VerticleBase {

  private static final long PERIOD_MILLIS = 200;

  private final Timer timer;
  private long last = System.nanoTime();

  public EventLoopLagMeter(MeterRegistry registry) {
    timer =
        Timer.builder("tradewind.event.loop.delay")
            .description("How late the event loops of the node are")
            .register(registry);
  }

  @Override
  public Future<?> start() {
    last = System.nanoTime();
    vertx.setPeriodic(PERIOD_MILLIS, tick -> tick());
    return Future.succeededFuture();
  }

  private void tick() {
    long now = System.nanoTime();
    long late = now - last - TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS);
    last = now;
    timer.record(Math.max(late, 0), TimeUnit.NANOSECONDS);
  }
}
