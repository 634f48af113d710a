package dev.tradewind.kernel.metrics;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.outbox.OutboxMeters;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class DatabaseGaugesIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private Pool pool;
  private DatabaseGauges gauges;

  @BeforeEach
  void open(Vertx vertx) {
    TestDatabase database =
        TestDatabase.copyOf(
            "left", url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)));
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(database.url(), 1), SCHEMA);
    List<DatabaseFact> facts = new ArrayList<>(OutboxMeters.facts());
    facts.add(
        new DatabaseFact(
            "tradewind.things",
            "Things by state",
            null,
            "state",
            "VALUES ('open', 2), ('closed', 3)"));
    gauges = new DatabaseGauges(pool, "thing", facts, meters);
  }

  @Test
  void factsAreReadByOneStatementAndShownByTheirLabels() {
    insert("now() - interval '90 seconds'");
    insert("now() - interval '10 seconds'");

    await(gauges.sample());

    assertThat(value("tradewind.outbox.events")).isEqualTo(2);
    assertThat(value("tradewind.outbox.oldest.age")).isBetween(90.0, 600.0);
    assertThat(value("tradewind.outbox.events.parked")).isZero();
    assertThat(meters.get("tradewind.things").tag("state", "closed").gauge().value()).isEqualTo(3);
  }

  @Test
  void anEmptyOutboxHasNoAge() {
    await(gauges.sample());

    assertThat(value("tradewind.outbox.events")).isZero();
    assertThat(value("tradewind.outbox.oldest.age")).isZero();
  }

  @Test
  void withoutAnAnswerOfTheDatabaseTheGaugesDisappear() {
    await(gauges.sample());
    assertThat(meters.find("tradewind.outbox.events").gauge()).isNotNull();

    await(pool.close());
    failure(gauges.sample());

    assertThat(meters.getMeters()).isEmpty();
  }

  private void insert(String occurredAt) {
    await(
        pool.query(
                """
                INSERT INTO outbox (event_id, topic, key, type, subject, aggregate_version, data,
                  occurred_at, causation_id, actor)
                VALUES ('event', 'topic', 'key', 'type', 'subject', 1, '{}', %s, 'cause', 'actor')
                """
                    .formatted(occurredAt))
            .execute());
  }

  private double value(String name) {
    return meters.get(name).tag("verticle", "thing").gauge().value();
  }
}
