package dev.tradewind.kernel.background;

import static dev.tradewind.testing.Eventually.LIMIT;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class BackgroundTasksTest {

  private Vertx vertx;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private BackgroundTasks tasks = new BackgroundTasks("thing", meters);
  private final BlockingQueue<Promise<Void>> runs = new LinkedBlockingQueue<>();

  @BeforeEach
  void open(Vertx vertx) {
    this.vertx = vertx;
  }

  @Test
  void aRunThatTakesLongIsNotOvertakenByTheNext() throws Exception {
    start(this::begin);

    Promise<Void> first = run();
    assertThat(runs.poll(100, TimeUnit.MILLISECONDS)).isNull();
    first.complete();

    assertThat(run()).isNotSameAs(first);
  }

  @Test
  void aTaskRunsSeldomWhileTheClusterIsIdle() throws Exception {
    startWithIdleInterval(Duration.ZERO);

    run().complete();

    assertThat(runs.poll(200, TimeUnit.MILLISECONDS)).isNull();
  }

  @Test
  void aTaskRunsOftenWhileTheClusterIsActive() throws Exception {
    startWithIdleInterval(Duration.ofDays(1));

    run().complete();
    run().complete();
    run().complete();
  }

  private void startWithIdleInterval(Duration active) {
    ClusterActivity.of(vertx, active);
    tasks.add(
        BackgroundTask.every(Duration.ofMillis(10), "work", this::begin)
            .whenIdleEvery(Duration.ofDays(1)));
    tasks.start(vertx);
  }

  @Test
  void aTaskThatFailsRunsAgainAndIsCountedByItsOutcome() throws Exception {
    start(this::begin);

    run().fail("broken");
    run().fail("broken still");
    run().complete();
    run();

    assertThat(count("failure")).isEqualTo(2);
    assertThat(count("success")).isEqualTo(1);
  }

  @Test
  void aRunIsMeasuredAndTheTimeOfTheLastSuccessShown() throws Exception {
    start(this::begin);
    double atTheStart = lastSuccess();

    run().fail("broken");
    run();
    assertThat(lastSuccess()).isEqualTo(atTheStart);
    assertThat(meters.get("tradewind.background.task").timer().count()).isEqualTo(1);
  }

  private double lastSuccess() {
    return meters.get("tradewind.background.task.last.success.timestamp").gauge().value();
  }

  @Test
  void aTaskThatThrowsHasFailed() throws Exception {
    start(() -> {
      runs.add(Promise.promise());
      throw new IllegalStateException("broken");
    });

    run();
    run();

    assertThat(count("failure")).isPositive();
  }

  @Test
  void aTaskThatIsDueAtTheClosedGateRunsWhenItOpens() throws Exception {
    BackgroundGate gate = BackgroundGate.closed();
    tasks = new BackgroundTasks("thing", meters, gate);
    BlockingQueue<String> ran = new LinkedBlockingQueue<>();
    tasks.add(
        new BackgroundTask("rare", Duration.ofMillis(1), Duration.ofDays(1), () -> run(ran, "a")));
    tasks.add(
        BackgroundTask.every(Duration.ofMillis(1), "exempt", () -> run(ran, "b"))
            .exempt("It only reads."));
    tasks.start(vertx);
    for (int run = 1; run <= 20; run++) {
      assertThat(ran.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("b");
    }

    gate.open(Instant.now());

    String next = ran.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    while ("b".equals(next)) {
      next = ran.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }
    assertThat(next).isEqualTo("a");
    tasks.stop(vertx);
  }

  private static Future<Void> run(BlockingQueue<String> ran, String name) {
    ran.add(name);
    return Future.succeededFuture();
  }

  @Test
  void aStoppedTaskRunsNoMore() throws Exception {
    start(this::begin);
    run().complete();

    tasks.stop(vertx);
    // A run may have begun before the stop; one that ends is followed by no other.
    Promise<Void> last = runs.poll(500, TimeUnit.MILLISECONDS);
    if (last != null) {
      last.complete();
    }

    assertThat(runs.poll(100, TimeUnit.MILLISECONDS)).isNull();
  }

  private void start(Supplier<Future<Void>> work) {
    tasks.add(new BackgroundTask("work", Duration.ofMillis(1), Duration.ofMillis(10), work));
    tasks.start(vertx);
  }

  private Future<Void> begin() {
    Promise<Void> run = Promise.promise();
    runs.add(run);
    return run.future();
  }

  private Promise<Void> run() throws InterruptedException {
    Promise<Void> run = runs.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(run).isNotNull();
    return run;
  }

  private double count(String outcome) {
    return meters
        .get("tradewind.background.task.runs")
        .tags("verticle", "thing", "task", "work", "outcome", outcome)
        .counter()
        .count();
  }
}
