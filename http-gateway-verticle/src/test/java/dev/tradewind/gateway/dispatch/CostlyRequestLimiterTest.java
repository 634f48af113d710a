package dev.tradewind.gateway.dispatch;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class CostlyRequestLimiterTest {

  private static final int LIMIT = 3;

  @Test
  void networksBeyondTheCountersShareOne(Vertx vertx) {
    CostlyRequestLimiter limiter =
        CostlyRequestLimiter.of(vertx, LIMIT, 0, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));
    limiter.count("", "10.0.0.1", LIMIT);
    for (int network = 1; network < CostlyRequestLimiter.MAX_NETWORKS; network++) {
      limiter.count("", "2001:db8:%x:%x::1".formatted(network >> 16, network & 0xffff), LIMIT);
    }

    for (int network = 0; network < LIMIT; network++) {
      limiter.count("", "192.0.2." + network, LIMIT);
    }

    assertThatThrownBy(() -> limiter.count("", "192.0.2.100", LIMIT)).isInstanceOf(Problem.class);
    assertThatCode(() -> limiter.count("", "10.0.0.1", LIMIT)).doesNotThrowAnyException();
  }
}
