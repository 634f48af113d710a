package dev.tradewind.kernel.operation;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.metrics.NodeMeters;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.junit5.VertxExtension;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BusMetersTest {

  private static final Clock CLOCK = Clock.systemUTC();

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final Promise<Reply> held = Promise.promise();
  private final Promise<Void> begun = Promise.promise();
  private OperationClient bus;

  @BeforeEach
  void serve(Vertx vertx) {
    NodeMeters.install(vertx, meters);
    bus = new OperationClient(vertx, CLOCK);
    await(
        new Operations()
            .on("answer", request -> Future.succeededFuture(Reply.text(200, "OK")))
            .on("refuse", request -> Future.failedFuture(Problem.conflict()))
            .on(
                "hold",
                request -> {
                  begun.complete();
                  return held.future();
                })
            .serve(vertx, "shop", CLOCK));
  }

  @Test
  void anAnswerAndARefusalAreAnswered() {
    await(send("shop", "answer", Duration.ofSeconds(30)));
    await(send("shop", "refuse", Duration.ofSeconds(30)));

    assertThat(requests("answered")).isEqualTo(2);
    assertThat(gauge("tradewind.bus.waiting")).isZero();
  }

  @Test
  void aRequestWithoutAConsumerIsUnavailable() {
    failure(send("nowhere", "answer", Duration.ofSeconds(30)));

    assertThat(requests("unavailable")).isEqualTo(1);
    assertThat(gauge("tradewind.bus.waiting")).isZero();
  }

  @Test
  void aRequestWaitsAndIsExecutedUntilItsReply() {
    Future<Reply> reply = send("shop", "hold", Duration.ofSeconds(30));
    await(begun.future());

    assertThat(gauge("tradewind.bus.waiting")).isEqualTo(1);
    assertThat(gauge("tradewind.bus.executing")).isEqualTo(1);

    held.complete(Reply.text(200, "OK"));
    await(reply);
    assertThat(gauge("tradewind.bus.waiting")).isZero();
    assertThat(requests("answered")).isEqualTo(1);
  }

  @Test
  void aRequestWithoutAReplyHasTimedOut() {
    failure(send("shop", "hold", Duration.ofMillis(50)));
    failure(send("shop", "hold", Duration.ZERO));

    assertThat(requests("timed_out")).isEqualTo(2);
    assertThat(gauge("tradewind.bus.waiting")).isZero();
  }

  private Future<Reply> send(String address, String operation, Duration timeout) {
    return bus.send(
        address, operation, CallContext.system(CLOCK, timeout), Buffer.buffer("{}"), timeout);
  }

  /** Over all addresses. */
  private double requests(String outcome) {
    return meters.get("tradewind.bus.requests").tag("outcome", outcome).counters().stream()
        .mapToDouble(counter -> counter.count())
        .sum();
  }

  private double gauge(String name) {
    return meters.get(name).gauges().stream().mapToDouble(gauge -> gauge.value()).sum();
  }
}
