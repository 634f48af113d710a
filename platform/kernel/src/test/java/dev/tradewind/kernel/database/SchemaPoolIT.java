package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.junit5.VertxExtension;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@ExtendWith(VertxExtension.class)
class SchemaPoolIT {

  private static final Schema LEFT = new Schema("left_side", "db/migration/left");

  private static final Schema RIGHT = new Schema("right_side", "db/migration/right");

  private final DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 1);

  /** A generic plan stays while the table grows, so it must not scan the whole table. */
  @Test
  void aRowIsFoundByItsKeyEvenInAnEmptyTable(Vertx vertx) {
    new Migrations(database).run(List.of(LEFT));
    Pool pool = SchemaPool.open(vertx, database, LEFT);
    // After this PostgreSQL knows that the table is empty; before, it assumes some rows.
    await(pool.query("VACUUM ANALYZE idempotency_record").execute());

    String plan =
        await(
                pool.preparedQuery(
                        "EXPLAIN SELECT * FROM idempotency_record"
                            + " WHERE scope = $1 AND key = $2")
                    .execute(Tuple.of("scope", "key")))
            .stream()
            .map((Row row) -> row.getString(0))
            .collect(Collectors.joining("\n"));

    assertThat(plan).contains("idempotency_record_pkey").doesNotContain("Seq Scan");
  }

  /** A connection that takes longer than a node waits. */
  @Test
  void aCommandWaitsAsLongAsItIsTold(Vertx vertx) {
    new Migrations(database).run(List.of(LEFT));
    Promise<Void> answers = Promise.promise();
    NetServer slow =
        await(
            vertx
                .createNetServer()
                .connectHandler(client -> {
                  client.pause();
                  answers.future().onSuccess(open -> connect(vertx, client));
                })
                .listen(0, "127.0.0.1"));
    DatabaseConfig behind =
        DatabaseConfig.parse(
            "postgresql://%s:%s@127.0.0.1:%d/%s"
                .formatted(
                    database.user(), database.password(), slow.actualPort(), database.database()),
            1);

    Pool node = SchemaPool.open(vertx, behind.withConnectionTimeout(Duration.ofMillis(10)), LEFT);
    assertThat(failure(SchemaPool.check(node))).hasMessageContaining("Timeout");
    Pool command =
        SchemaPool.open(vertx, behind.withConnectionTimeout(Duration.ofMinutes(5)), LEFT);
    Future<?> checked = SchemaPool.check(command);
    answers.complete();
    await(checked);
  }

  private void connect(Vertx vertx, NetSocket client) {
    vertx
        .createNetClient()
        .connect(database.port(), database.host())
        .onSuccess(server -> {
          client.pipeTo(server);
          server.pipeTo(client);
        });
  }

  /** A node that stands still keeps its locks until then. */
  @ParameterizedTest
  @CsvSource({"0, 2s", "5s, 5s"})
  void anIdleTransactionEndsWhenTheDatabaseSaysOrAfterTwoSeconds(
      String configured, String expected, Vertx vertx) throws SQLException {
    new Migrations(database).run(List.of(LEFT));
    try (Connection administrator = database.connect();
        Statement statement = administrator.createStatement()) {
      statement.execute(
          "ALTER DATABASE \"%s\" SET idle_in_transaction_session_timeout = '%s'"
              .formatted(database.database(), configured));
    }

    Pool pool = SchemaPool.open(vertx, database, LEFT);

    assertThat(
            await(pool.query("SHOW idle_in_transaction_session_timeout").execute())
                .iterator()
                .next()
                .getString(0))
        .isEqualTo(expected);
  }

  @Test
  void aPoolAtASnapshotReadsItAndCannotWrite(Vertx vertx) throws SQLException {
    new Migrations(database).run(List.of(LEFT));
    Pool current = SchemaPool.open(vertx, database, LEFT);
    String count = "SELECT count(*) FROM row_counter WHERE counted = 'later'";
    String insert = "INSERT INTO row_counter (counted, rows) VALUES ('later', 1)";
    try (Connection exporting = database.connect()) {
      exporting.setAutoCommit(false);
      exporting.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      Pool past =
          SchemaPool.openAt(
              vertx, database, LEFT, Sql.value(exporting, "SELECT pg_export_snapshot()"));

      await(current.query(insert).execute());

      // The first statement opens the connection after the change.
      assertThat(number(past, count)).isZero();
      assertThat(number(current, count)).isOne();
      assertThat(failure(past.query(insert).execute()))
          .isInstanceOfSatisfying(
              PgException.class, refused -> assertThat(refused.getSqlState()).isEqualTo("25006"));
    }
  }

  private static long number(Pool pool, String query) {
    return await(pool.query(query).execute()).iterator().next().getLong(0);
  }

  /** Statements that an attacker runs as the login of a verticle, after an injection of SQL. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM right_side.outbox",
        "RESET ROLE; SELECT * FROM right_side.outbox",
        "SET ROLE right_side",
        "SET SESSION AUTHORIZATION right_side",
        "SET ROLE postgres",
        "RESET ROLE; GRANT right_side TO SESSION_USER",
        "RESET ROLE; CREATE TABLE right_side.mine (id text)"
      })
  void theLoginOfAVerticleReachesItsOwnSchemaOnly(String attack, Vertx vertx) {
    new Migrations(database).run(List.of(LEFT, RIGHT));
    DatabaseLogin login = new DatabaseLogin("left_login", "left secret");
    Pool admin = SchemaPool.open(vertx, database, LEFT);
    await(
        admin
            .query(
                """
                RESET ROLE;
                DO $$
                BEGIN
                  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'left_login') THEN
                    CREATE ROLE left_login LOGIN PASSWORD 'left secret';
                  END IF;
                END $$;
                GRANT left_side TO left_login;
                """)
            .execute()
            .eventually(admin::close));
    Pool pool = SchemaPool.open(vertx, database.withLogin(login), LEFT);

    Row own =
        await(pool.query("SELECT session_user::text, count(*) FROM outbox").execute())
            .iterator()
            .next();
    assertThat(own.getString(0)).isEqualTo("left_login");
    assertThat(failure(pool.query(attack).execute()))
        .isInstanceOfSatisfying(
            PgException.class, refused -> assertThat(refused.getSqlState()).isEqualTo("42501"));
  }

  /** Two gauges of one name would show the sum of neither. */
  @Test
  void everyPoolHasAMetricOfItsOwn() {
    PoolNames names = new PoolNames();
    Vertx vertx = Vertx.builder().withMetrics(names).build();
    try {
      SchemaPool.open(vertx, database, LEFT);
      SchemaPool.open(vertx, database, LEFT);
      SchemaPool.openForSeeding(vertx, database, LEFT);
      SchemaPool.open(vertx, database, RIGHT);

      assertThat(names.sqlPools)
          .containsExactly("left_side", "left_side-2", "left_side-seeding", "right_side");
    } finally {
      await(vertx.close());
    }
  }

  /** A node that stops while a pool connects has no failure to report. */
  @Test
  void aPoolThatIsClosedWhileItConnectsWarnsOfNothing(Vertx vertx) {
    new Migrations(database).run(List.of(LEFT));
    Promise<Void> isSilent = Promise.promise();
    NetServer proxy =
        await(
            vertx
                .createNetServer()
                .connectHandler(client -> forwardUntilSettings(vertx, client, isSilent))
                .listen(0, "127.0.0.1"));
    DatabaseConfig behindProxy =
        DatabaseConfig.parse(
            "postgresql://%s:%s@127.0.0.1:%d/%s"
                .formatted(
                    database.user(), database.password(), proxy.actualPort(), database.database()),
            1);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    Logger logger = (Logger) LoggerFactory.getLogger(SchemaPool.class);
    logger.addAppender(log);
    Vertx node = Vertx.vertx();
    try {
      Future<?> query = SchemaPool.open(node, behindProxy, LEFT).query("SELECT 1").execute();
      await(isSilent.future());

      await(node.close());

      assertThat(query.failed()).isTrue();
      assertThat(log.list).isEmpty();
    } finally {
      logger.detachAppender(log);
    }
  }

  /** Keeps the settings of the session from the server. */
  private void forwardUntilSettings(Vertx vertx, NetSocket client, Promise<Void> isSilent) {
    client.pause();
    vertx
        .createNetClient()
        .connect(database.port(), database.host())
        .onSuccess(server -> {
          server.handler(client::write);
          client.handler(bytes -> {
            if (bytes.toString(StandardCharsets.ISO_8859_1).contains("SET search_path")) {
              isSilent.tryComplete();
            } else {
              server.write(bytes);
            }
          });
          client.closeHandler(closed -> server.close());
          client.resume();
        });
  }

  /** Names under which Vert.x reports the pools of SQL connections. */
  private static final class PoolNames implements VertxMetricsFactory, VertxMetrics {

    private final List<String> sqlPools = new ArrayList<>();

    @Override
    public VertxMetrics metrics(VertxOptions options) {
      return this;
    }

    @Override
    public PoolMetrics<?, ?> createPoolMetrics(String type, String name, int maxSize) {
      if ("sql".equals(type)) {
        sqlPools.add(name);
      }
      return new PoolMetrics<Object, Object>() {};
    }
  }
}
