package dev.tradewind.kernel.outbox;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;

import dev.tradewind.kernel.background.BackgroundGate;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.text.Timestamps;
import dev.tradewind.testing.TestDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Outbox of a schema with a relay that publishes to a recording publisher. */
final class RelayedOutbox {

  static final Schema SCHEMA = new Schema("left_side", "db/migration/left");

  Vertx vertx;
  final RecordingPublisher publisher = new RecordingPublisher();
  final MeterRegistry meters = new SimpleMeterRegistry();
  final BackgroundGate gate = BackgroundGate.opened();
  TestDatabase database;
  Pool pool;

  RelayedOutbox(Vertx vertx) {
    this.vertx = vertx;
    database =
        TestDatabase.copyOf(
            "left", url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)));
    pool = SchemaPool.open(vertx, DatabaseConfig.parse(database.url(), 4), SCHEMA);
  }

  void awaitUnsent(long count) {
    until(() -> unsent() == count, () -> "unsent: " + unsent());
  }

  void awaitAllSent() throws InterruptedException {
    awaitUnsent(0);
  }

  <T> List<T> column(String query, Function<Row, T> value) {
    List<T> values = new ArrayList<>();
    await(pool.query(query).execute()).forEach(row -> values.add(value.apply(row)));
    return values;
  }

  OutboxRelay relay(String holder, StateSource... states) {
    OutboxRelay relay =
        new OutboxRelay(
            vertx,
            pool,
            publisher,
            holder,
            List.of(states),
            gate,
            new OutboxMeters("thing", meters, Clock.systemUTC()));
    relay.start();
    return relay;
  }

  long unsent() {
    return await(pool.query("SELECT count(*) FROM outbox WHERE sent_at IS NULL").execute())
        .iterator()
        .next()
        .getLong(0);
  }

  static Event event(int number) {
    CallContext context = CallContext.system(Clock.systemUTC(), Duration.ofSeconds(5));
    return Event.of(
        context,
        Timestamps.now(Clock.systemUTC()),
        "topic",
        "thing.changed",
        "thing_1",
        number,
        new JsonObject().put("id", "thing_1").put("number", number));
  }
}
