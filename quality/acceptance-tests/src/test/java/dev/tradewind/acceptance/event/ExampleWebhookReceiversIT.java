package dev.tradewind.acceptance.event;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.acceptance.event.FaultyLink.Fault;
import dev.tradewind.api.event.Topics;
import dev.tradewind.api.webhook.WebhookClient;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.OperationClient;
import dev.tradewind.kernel.outbound.AddressRange;
import dev.tradewind.kernel.outbound.WebhookSecret;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.kernel.token.SigningKeys;
import dev.tradewind.kernel.verticle.NodeContext;
import dev.tradewind.testing.FreePorts;
import dev.tradewind.testing.Lane;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.webhook.WebhookVerticle;
import dev.tradewind.webhook.subscription.ConfiguredWebhook;
import dev.tradewind.webhook.subscription.WebhookSettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The documented receivers in Node.js and Java get events over links with faults, while they are
 * killed and restarted: each applies every event once, in the order of its key.
 */
class ExampleWebhookReceiversIT {

  private static final Logger LOG = LoggerFactory.getLogger(ExampleWebhookReceiversIT.class);

  private static final Path EXAMPLES = Home.folder().resolve("docs/examples");
  private static final List<String> TYPES =
      List.of("order.placed", "order.updated", "order.payment_captured", "order.completed");

  /** Seconds in which events are recorded and receivers killed. */
  private static final int MIN_ORDERS = 20;

  private static final int SECONDS = Lane.count("tradewind.webhook.seconds", 15, 600);

  private static final Duration LIFE = Duration.ofSeconds(6);

  /** Receiver process with its database and the link to it. */
  private final class Example {

    private final String id;
    private final TestDatabase database = TestDatabase.create();
    private final WebhookSecret secret = WebhookSecret.random();
    private final int port = FreePorts.find();
    private final Path output;
    private final FaultyLink link;
    private Process process;

    Example(String id) throws IOException {
      this.id = id;
      this.output = Files.createFile(folder.resolve(id + ".out"));
      this.link = new FaultyLink(port);
    }

    ConfiguredWebhook webhook() {
      return new ConfiguredWebhook(id, link.url(), List.of("order.*"), null, secret);
    }

    void start() throws IOException {
      Map<String, String> environment =
          Map.of(
              "DATABASE_URL",
              database.plainUrl(),
              "JDBC_URL",
              jdbcUrl(),
              "WEBHOOK_SECRET",
              secret.text(),
              "PORT",
              Integer.toString(port));
      process =
          id.equals("webhook_node")
              ? node.startScript(environment, output, "receiver.mjs")
              : java(environment);
    }

    private String jdbcUrl() {
      URI url = URI.create(database.url());
      String[] login = url.getUserInfo().split(":", 2);
      return "jdbc:postgresql://%s:%d%s?user=%s&password=%s"
          .formatted(url.getHost(), url.getPort(), url.getPath(), login[0], login[1]);
    }

    private Process java(Map<String, String> environment) throws IOException {
      ProcessBuilder builder =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  Path.of(
                          org.postgresql.Driver.class
                              .getProtectionDomain()
                              .getCodeSource()
                              .getLocation()
                              .getPath())
                      .toString(),
                  EXAMPLES.resolve("webhook-receiver-java/WebhookReceiver.java").toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
      builder.environment().putAll(environment);
      return builder.start();
    }

    void restart() throws Exception {
      process.destroyForcibly().waitFor();
      start();
    }

    /** Types of the events of each order, in the order of their effects. */
    Map<String, List<String>> effects() {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT order_id, events FROM order_history")) {
        Map<String, List<String>> effects = new TreeMap<>();
        while (rows.next()) {
          effects.put(rows.getString(1), List.of((String[]) rows.getArray(2).getArray()));
        }
        return effects;
      } catch (SQLException noTableYet) {
        return Map.of();
      }
    }

    boolean isComplete() {
      return effects().values().stream().mapToInt(List::size).sum() >= orders.size() * TYPES.size();
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final Clock clock = Clock.systemUTC();
  private final List<String> orders = new ArrayList<>();
  private final List<Example> examples = new ArrayList<>();

  @TempDir private Path folder;

  private NodeJs node;
  private Pool pool;

  @BeforeEach
  void start() throws Exception {
    node = NodeJs.install(EXAMPLES.resolve("webhook-receiver-node"), folder);
    examples.add(new Example("webhook_node"));
    examples.add(new Example("webhook_java"));
    DatabaseConfig shop =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "webhooks-only",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(WebhookVerticle.SCHEMA)))
                .url(),
            4);
    pool = SchemaPool.open(vertx, shop, WebhookVerticle.SCHEMA);
    WebhookSettings settings =
        new WebhookSettings(
            "/tradewind",
            "https://shop.example",
            true,
            List.of(AddressRange.parse("127.0.0.0/8")),
            Duration.ofDays(7),
            examples.stream().map(Example::webhook).toList());
    SigningKeys keys = SigningKeys.random();
    for (String name : List.of("first", "second")) {
      NodeContext context = new NodeContext(name, shop, events -> Future.succeededFuture(), clock);
      await(vertx.deployVerticle(new WebhookVerticle(context, keys, settings)));
    }
  }

  @AfterEach
  void stop() {
    for (Example example : examples) {
      if (example.process != null) {
        example.process.destroyForcibly();
      }
      example.link.close();
    }
    await(vertx.close());
  }

  @Test
  void everyEventIsAppliedOnceInOrderThroughKillsDelaysAndLies() throws Exception {
    for (Example example : examples) {
      example.start();
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    long nextKill = System.nanoTime() + LIFE.toNanos();
    int killed = 0;
    while (System.nanoTime() < end || orders.size() <= MIN_ORDERS) {
      recordOrder();
      if (System.nanoTime() > nextKill) {
        examples.get(killed++ % examples.size()).restart();
        nextKill = System.nanoTime() + LIFE.toNanos();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
    examples.forEach(example -> example.link.heal());
    for (Example example : examples) {
      awaitComplete(example);
    }

    assertThat(orders).hasSizeGreaterThan(MIN_ORDERS);
    assertThat(killed).isPositive();
    for (Example example : examples) {
      Map<String, List<String>> effects = example.effects();
      assertThat(effects.keySet()).as(example.id).containsExactlyInAnyOrderElementsOf(orders);
      assertThat(effects.values())
          .as(example.id)
          .allSatisfy(types -> assertThat(types).isEqualTo(TYPES));
      assertThat(Stream.of(Fault.values()).mapToInt(example.link::injected).sum()).isPositive();
      LOG.info("Injected {} before {}", example.link, example.id);
    }
    LOG.info("Recorded {} orders, killed {} receivers", orders.size(), killed);
  }

  /** Records the events of a new order one after the other, as relays announce them. */
  private void recordOrder() {
    CallContext context = CallContext.system(clock, LIMIT);
    String id = "order_" + Ids.ulid();
    orders.add(id);
    for (String type : TYPES) {
      Event event =
          Event.of(
              context,
              clock.instant(),
              Topics.ORDER,
              type,
              id,
              TYPES.indexOf(type) + 1L,
              new JsonObject().put("id", id));
      await(
          new WebhookClient(new OperationClient(vertx, clock))
              .recordEvents(context, List.of(event)));
    }
  }

  private void awaitComplete(Example example) {
    until(
        () -> {
          // What failed is due at once instead of after its backoff.
          await(
              pool.query("UPDATE delivery_queue SET due_at = now() WHERE lease IS NULL").execute());
          return example.isComplete();
        },
        () -> Files.readString(example.output));
  }
}
