package dev.tradewind.stripe.testserver.state;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class VirtualClockTest {

  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final int TIMERS = 20_000;

  private final VirtualClock clock = new VirtualClock(Clock.fixed(START, ZoneOffset.UTC));
  private final List<Instant> seen = new ArrayList<>();

  @Test
  void eachOfManyTimersSeesItsOwnTime() {
    setTimers();

    await(clock.advance(Duration.ofDays(1)));

    assertSeen();
  }

  @Test
  void itWaitsForTheDeliveriesOfEachOfManyTimers(Vertx vertx) {
    clock.settleBy(() -> Future.future(done -> vertx.runOnContext(later -> done.complete())));
    setTimers();

    await(clock.advance(Duration.ofDays(1)));

    assertSeen();
  }

  private void setTimers() {
    LongStream.range(0, TIMERS)
        .forEach(second -> clock.after(Duration.ofSeconds(second), () -> seen.add(clock.now())));
  }

  private void assertSeen() {
    assertThat(seen).isEqualTo(LongStream.range(0, TIMERS).mapToObj(START::plusSeconds).toList());
    assertThat(clock.now()).isEqualTo(START.plus(Duration.ofDays(1)));
  }
}
