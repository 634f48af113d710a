package dev.tradewind.gateway.forward;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.operation.Problem;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServiceLoadTest {

  private final Vertx vertx = Vertx.vertx();
  private final ServiceLoad load =
      ServiceLoad.of(
          vertx,
          new ForwardedService(
              "wishlist",
              URI.create("http://127.0.0.1:1"),
              Duration.ofSeconds(1),
              Duration.ofSeconds(1),
              4,
              null),
          new SimpleMeterRegistry(),
          Clock.systemUTC());

  @AfterEach
  void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  private void refused(String network, Problem.Kind kind) {
    assertThatThrownBy(() -> load.enter(network))
        .matches(failure -> Problem.is(failure, kind), kind.name());
  }

  @Test
  void aNetworkLeavesAQuarterOfTheRequestsToOthers() {
    for (int i = 0; i < 3; i++) {
      load.enter("192.0.2.1");
    }
    refused("192.0.2.1", Problem.Kind.TOO_MANY_REQUESTS);
    load.enter("192.0.2.2");
    refused("192.0.2.2", Problem.Kind.UNAVAILABLE);

    load.leave("192.0.2.1");

    load.enter("192.0.2.1");
    refused("192.0.2.1", Problem.Kind.UNAVAILABLE);
  }
}
