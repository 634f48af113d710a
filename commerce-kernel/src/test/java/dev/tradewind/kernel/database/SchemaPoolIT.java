package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.spi.VertxMetricsFactory;
import io.vertx.core.spi.metrics.PoolMetrics;
import io.vertx.core.spi.metrics.VertxMetrics;
import io.vertx.junit5.VertxExtension;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
