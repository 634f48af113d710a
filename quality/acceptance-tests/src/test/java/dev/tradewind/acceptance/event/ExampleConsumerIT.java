package dev.tradewind.acceptance.event;

import static dev.tradewind.testing.Eventually.LIMIT;
import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.event.Topics;
import dev.tradewind.api.event.type.EventSchemas;
import dev.tradewind.embedded.Home;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.outbox.KafkaConfig;
import dev.tradewind.kernel.outbox.KafkaEventPublisher;
import dev.tradewind.kernel.outbox.Outbox;
import dev.tradewind.kernel.outbox.OutboxRelay;
import dev.tradewind.kernel.text.Ids;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.testing.LongForm;
import dev.tradewind.testing.NodeJs;
import dev.tradewind.testing.TestDatabase;
import dev.tradewind.testing.TestKafka;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The documented consumer in Node.js reads events of the outbox relay from the broker, while it is
 * killed, restarted and rebalanced, and events are published twice.
 */
class ExampleConsumerIT {

  private static final Path SOURCE = Home.folder().resolve("docs/events/consumer");
  private static final List<String> TYPES =
      List.of("order.placed", "order.updated", "order.payment_captured", "order.completed");

  private final String group = "consumer-" + Ids.ulid();
  private final List<Process> started = new ArrayList<>();
  private final List<String> orders = new ArrayList<>();
  private final Vertx vertx = Vertx.vertx();
  private final Clock clock = Clock.systemUTC();

  @TempDir private Path folder;

  private TestDatabase database;
  private Path output;
  private NodeJs node;
  private Pool pool;
  private KafkaEventPublisher publisher;
  private OutboxRelay relay;

  @BeforeEach
  void startRelay() throws Exception {
    node = NodeJs.install(SOURCE, folder);
    output = Files.createFile(folder.resolve("consumer.out"));
    database = TestDatabase.create();
    DatabaseConfig shop =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "orders-only",
                    url ->
                        new Migrations(DatabaseConfig.parse(url, 1))
                            .run(List.of(OrderVerticle.SCHEMA)))
                .url(),
            2);
    pool = SchemaPool.open(vertx, shop, OrderVerticle.SCHEMA);
    publisher =
        KafkaEventPublisher.create(
            vertx,
            KafkaConfig.of(TestKafka.bootstrapServers()),
            Topics.ALL,
            new EventSchemas("https://shop.example"),
            new CompositeMeterRegistry());
    relay = new OutboxRelay(vertx, pool, publisher, "relay");
    relay.start();
  }

  @AfterEach
  void stop() {
    started.forEach(Process::destroyForcibly);
    if (relay != null) {
      await(relay.stop());
      await(publisher.close());
    }
    await(vertx.close());
  }

  @Test
  void everyEventHasItsEffectOnceThroughKillsRestartsAndDuplicates() throws Exception {
    for (int round = 0; round < 3; round++) {
      Process consumer = start();
      int before = processed();
      publishOrders(100);
      until(() -> processed() > before, this::output);
      // Somewhere between an effect and the commit of its offset.
      consumer.destroyForcibly().waitFor();
      repeatAll();
    }

    start();
    awaitAllProcessed();
    assertEffects();
  }

  @LongForm
  @Test
  void aRedeliveryOfEverythingChangesNothing() throws Exception {
    Process consumer = start();
    publishOrders(50);
    awaitAllProcessed();
    consumer.destroy();
    assertThat(consumer.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as(output()).isTrue();
    assertThat(consumer.exitValue()).as(output()).isZero();

    // As after a crash of every consumer before any commit.
    commitOffsetsOfBeginning();
    start();
    publishOrders(1);
    awaitAllProcessed();
    until(this::hasNoLag, this::output);

    assertEffects();
  }

  @LongForm
  @Test
  void aSecondConsumerTakesOverThePartitionsOfAKilledOne() throws Exception {
    Process first = start();
    publishOrders(50);
    start();
    publishOrders(50);
    until(() -> membersOfGroup() == 2, this::output);
    publishOrders(50);
    first.destroyForcibly().waitFor();
    publishOrders(50);

    awaitAllProcessed();
    assertEffects();
  }

  private Process start() throws IOException {
    Process consumer =
        node.startScript(
            Map.of(
                "KAFKA_BOOTSTRAP",
                TestKafka.bootstrapServers(),
                "DATABASE_URL",
                database.plainUrl(),
                "GROUP_ID",
                group,
                "SESSION_TIMEOUT_MILLIS",
                "6000"),
            output,
            "consumer.mjs");
    started.add(consumer);
    return consumer;
  }

  /** Appends the events of new orders to the outbox. */
  private void publishOrders(int count) {
    CallContext context = CallContext.system(clock, LIMIT);
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String id = "order_" + Ids.ulid();
      orders.add(id);
      for (String type : TYPES) {
        JsonObject data = new JsonObject().put("id", id).putNull("no_notification");
        if (type.equals("order.placed")) {
          data.put("cart_id", "cart_1");
        }
        long version = TYPES.indexOf(type) + 1;
        events.add(Event.of(context, clock.instant(), Topics.ORDER, type, id, version, data));
      }
    }
    await(Outbox.append(pool, events));
  }

  /** Publishes all events again, as a relay does that stopped before it marked them as sent. */
  private void repeatAll() {
    await(pool.query("UPDATE outbox SET sent_at = NULL").execute());
    until(() ->
        await(pool.query("SELECT count(*) FROM outbox WHERE sent_at IS NULL").execute())
                .iterator()
                .next()
                .getLong(0)
            == 0);
  }

  private void awaitAllProcessed() {
    until(() -> processed() >= orders.size() * TYPES.size(), this::output);
  }

  private void assertEffects() throws SQLException {
    Map<String, List<String>> effects = effects();
    assertThat(orders).allSatisfy(id -> assertThat(effects.get(id)).isEqualTo(TYPES));
  }

  private int processed() {
    try {
      return effects().entrySet().stream()
          .filter(order -> orders.contains(order.getKey()))
          .mapToInt(order -> order.getValue().size())
          .sum();
    } catch (SQLException noTableYet) {
      return 0;
    }
  }

  /** Types of the events of each order, in the order of their effects. */
  private Map<String, List<String>> effects() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT order_id, events FROM order_history")) {
      Map<String, List<String>> effects = new TreeMap<>();
      while (rows.next()) {
        effects.put(rows.getString(1), List.of((String[]) rows.getArray(2).getArray()));
      }
      return effects;
    }
  }

  private void commitOffsetsOfBeginning() throws Exception {
    try (Admin admin = admin()) {
      Map<TopicPartition, OffsetAndMetadata> beginning = new HashMap<>();
      committed(admin)
          .keySet()
          .forEach(partition -> beginning.put(partition, new OffsetAndMetadata(0)));
      assertThat(beginning).isNotEmpty();
      admin.alterConsumerGroupOffsets(group, beginning).all().get();
    }
  }

  private boolean hasNoLag() {
    try (Admin admin = admin()) {
      Map<TopicPartition, OffsetAndMetadata> committed = committed(admin);
      Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
      committed.keySet().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
      return admin.listOffsets(latest).all().get().entrySet().stream()
          .allMatch(end -> committed.get(end.getKey()).offset() == end.getValue().offset());
    } catch (Exception failure) {
      throw new AssertionError(failure);
    }
  }

  /** Number of members; a broker knows no group before its first member. */
  private int membersOfGroup() {
    try (Admin admin = admin()) {
      return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().size();
    } catch (Exception failure) {
      if (failure.getCause() instanceof GroupIdNotFoundException) {
        return 0;
      }
      throw new AssertionError(failure);
    }
  }

  private Map<TopicPartition, OffsetAndMetadata> committed(Admin admin) throws Exception {
    return admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get();
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", TestKafka.bootstrapServers()));
  }

  private String output() {
    try {
      return Files.readString(output);
    } catch (IOException failure) {
      throw new AssertionError(failure);
    }
  }
}
