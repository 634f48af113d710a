package dev.tradewind.statuspage;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class NodeReporterTest {

  private final PrometheusMeterRegistry meters =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private NodeReporter reporter;

  @BeforeEach
  void make(Vertx vertx) {
    reporter =
        new NodeReporter(
            vertx,
            new NodeIdentity("01NODE", "1.0", "abc", Instant.now(), List.of("order")),
            () ->
                Future.succeededFuture(
                    new JsonObject()
                        .put("status", "degraded")
                        .put("phase", "started")
                        .put("parts", new JsonObject().put("order", "up").put("kafka", "Away."))),
            meters,
            List::of);
  }

  private Timer requests(String status) {
    return Timer.builder("tradewind.requests")
        .tag("operation", "storeGetCart")
        .tag("status", status)
        .serviceLevelObjectives(Duration.ofMillis(10))
        .register(meters);
  }

  private void count(String outcome) {
    meters
        .counter(
            "tradewind.background.task.runs",
            "verticle",
            "order",
            "task",
            "prune",
            "outcome",
            outcome)
        .increment();
  }

  @Test
  void requestsAndRunsAreThoseOfTheLastMinutes() {
    new BackgroundTasks("order", meters)
        .add(BackgroundTask.every(Duration.ofHours(1), "prune", () -> Future.succeededFuture()));
    requests("200").record(Duration.ofMillis(5));
    count("success");
    count("failure");
    for (int minute = 0; minute < 5; minute++) {
      reporter.keep();
    }
    requests("200").record(Duration.ofSeconds(1));
    requests("503").record(Duration.ofMillis(5));
    count("failure");

    NodeReport report = await(reporter.report());

    OperationTimes times = report.operations().getFirst();
    assertThat(times.count()).isEqualTo(2);
    assertThat(times.failed()).isEqualTo(1);
    assertThat(times.buckets()).containsExactly(new OperationTimes.Bucket(0.01, 1));
    TaskRuns runs = report.tasks().getFirst();
    assertThat(runs.failures()).isEqualTo(2);
    assertThat(runs.recentFailures()).isEqualTo(1);
    assertThat(runs.isFailing()).isTrue();
  }

  @Test
  void aYoungNodeReportsAllSinceItsStart() {
    requests("200").record(Duration.ofMillis(5));
    reporter.keep();
    requests("200").record(Duration.ofMillis(5));

    assertThat(await(reporter.report()).operations().getFirst().count()).isEqualTo(2);
  }

  @Test
  void afterFiveMinutesARequestIsForgotten() {
    reporter.keep();
    requests("200").record(Duration.ofMillis(5));
    for (int minute = 0; minute < 4; minute++) {
      reporter.keep();
    }
    assertThat(await(reporter.report()).operations()).hasSize(1);

    reporter.keep();

    assertThat(await(reporter.report()).operations()).isEmpty();
  }

  @Test
  void gaugesOfTheDatabaseAreFactsAndOthersAreNot() {
    Gauge.builder("tradewind.outbox.events", () -> 3).tag("verticle", "order").register(meters);
    Gauge.builder("tradewind.batch.jobs", () -> 2)
        .tag("verticle", "batch")
        .tag("state", "confirmed")
        .register(meters);
    Gauge.builder("tradewind.payment.attempts.unsettled", () -> 1)
        .tag("status", "authorizing")
        .register(meters);
    Gauge.builder("tradewind.webhooks", () -> Double.NaN)
        .tag("verticle", "webhook")
        .register(meters);
    Gauge.builder("tradewind.kafka.up", () -> 1).register(meters);

    assertThat(await(reporter.report()).facts())
        .containsExactlyInAnyOrder(
            new Fact("tradewind.outbox.events", "order", null, 3),
            new Fact("tradewind.batch.jobs", "batch", "confirmed", 2),
            new Fact("tradewind.payment.attempts.unsettled", "cart", "authorizing", 1));
  }

  @Test
  void readinessAndLoadAreThoseOfTheNode() {
    meters.timer("tradewind.event.loop.delay").record(Duration.ofMillis(300));

    NodeReport report = await(reporter.report());

    assertThat(report.readiness().failing()).isEqualTo(Map.of("kafka", "Away."));
    assertThat(report.readiness().isDown()).isFalse();
    assertThat(report.load().eventLoopDelay()).isEqualTo(0.3);
    assertThat(report.load().heap()).isPositive().isLessThanOrEqualTo(report.load().maxHeap());
  }
}
