package dev.tradewind.kernel.verticle;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.background.BackgroundTasks;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
class DomainVerticleIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");
  private static final Clock CLOCK = Clock.systemUTC();

  private Vertx vertx;
  private OperationClient bus;
  private final BlockingQueue<Event> published = new LinkedBlockingQueue<>();
  private NodeContext node;

  @BeforeEach
  void migrate(Vertx vertx) {
    this.vertx = vertx;
    bus = new OperationClient(vertx, CLOCK);
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "left",
                    url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)))
                .url(),
            2);
    node =
        new NodeContext(
            "node",
            database,
            events -> {
              published.addAll(events);
              return Future.succeededFuture();
            },
            CLOCK);
  }

  @Test
  void severalInstancesOnOneNodePublishAnEventOnce() throws Exception {
    deploy(3);

    assertThat(send().status()).isEqualTo(200);

    assertThat(published.poll(LIMIT.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    assertThat(published.poll(1, TimeUnit.SECONDS)).isNull();
  }

  @Test
  void anUndeployedVerticleAnswersNothingMore() {
    String deployment = deploy(2);
    assertThat(send().status()).isEqualTo(200);

    await(vertx.undeploy(deployment));

    Throwable refused = failure(bus.send("thing", "change", context(), Buffer.buffer()));
    assertThat(((Problem) refused)).extracting(Problem::kind).isEqualTo(Problem.Kind.UNAVAILABLE);
  }

  @Test
  void aTaskThatFailsAfterTheTasksAreStoppedIsNotReported() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(BackgroundTasks.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    BlockingQueue<Promise<Void>> runs = new LinkedBlockingQueue<>();
    TaskVerticle verticle = new TaskVerticle(node, runs);
    await(vertx.deployVerticle(verticle));
    Promise<Void> run = runs.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
    assertThat(run).isNotNull();

    await(verticle.stopTasks());
    run.fail("No other verticle answers");
    // Runs after the end of the task on the same context.
    await(verticle.stopTasks());

    logger.detachAppender(log);
    assertThat(log.list).isEmpty();
    assertThat(runs).isEmpty();
  }

  private String deploy(int instances) {
    return await(
        vertx.deployVerticle(
            () -> new ThingVerticle(node), new DeploymentOptions().setInstances(instances)));
  }

  private Reply send() {
    return await(bus.send("thing", "change", context(), Buffer.buffer()));
  }

  private static CallContext context() {
    return CallContext.system(CLOCK, Duration.ofSeconds(30));
  }

  /** Verticle with a task whose runs the test ends. */
  private static final class TaskVerticle extends DomainVerticle {

    private final BlockingQueue<Promise<Void>> runs;

    private TaskVerticle(NodeContext node, BlockingQueue<Promise<Void>> runs) {
      super("task", SCHEMA, node);
      this.runs = runs;
    }

    @Override
    protected void bind(
        Operations operations, Operations internal, Pool pool, OperationClient bus) {
      Duration often = Duration.ofMillis(1);
      schedule(
          new BackgroundTask(
              "wait",
              often,
              often,
              () -> {
                Promise<Void> run = Promise.promise();
                runs.add(run);
                return run.future();
              }));
    }
  }

  /** Verticle that records one event per change. */
  private static final class ThingVerticle extends DomainVerticle {

    private ThingVerticle(NodeContext node) {
      super("thing", SCHEMA, node);
    }

    @Override
    protected void bind(
        Operations operations, Operations internal, Pool pool, OperationClient bus) {
      operations.on(
          "change",
          request ->
              Outbox.append(
                      pool,
                      Event.of(
                          request.context(),
                          Timestamps.now(CLOCK),
                          "topic",
                          "thing.changed",
                          "thing_1",
                          1,
                          new JsonObject().put("id", "thing_1")))
                  .map(Reply.ok(new JsonObject())));
    }
  }
}
