package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class SchemaPoolIT {

  private static final Schema LEFT = new Schema("left_side", "db/migration/left");

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
}
