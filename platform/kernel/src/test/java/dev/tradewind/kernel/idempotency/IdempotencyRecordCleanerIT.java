package dev.tradewind.kernel.idempotency;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class IdempotencyRecordCleanerIT {

  private static final Schema SCHEMA = new Schema("left_side", "db/migration/left");

  private Pool pool;

  @BeforeEach
  void migrate(Vertx vertx) {
    DatabaseConfig database =
        DatabaseConfig.parse(
            TestDatabase.copyOf(
                    "left",
                    url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)))
                .url(),
            2);
    pool = SchemaPool.open(vertx, database, SCHEMA);
  }

  @Test
  void responsesAreDeletedAfterADayHoweverManyThereAre() {
    keep("young", 3, "23 hours 59 minutes");
    keep("old", 12_000, "24 hours 1 minute");

    assertThat(await(new IdempotencyRecordCleaner(pool).deleteExpired())).isEqualTo(12_000);

    assertThat(
            await(pool.query("SELECT DISTINCT scope FROM idempotency_record").execute()).stream()
                .map(row -> row.getString("scope")))
        .containsExactly("young");
  }

  private void keep(String scope, int count, String age) {
    await(
        pool.query(
                """
                INSERT INTO idempotency_record
                  (scope, key, request_hash, status, content_type, body, created_at)
                SELECT '%s', number, '', 200, 'text/plain', '', now() - interval '%s'
                FROM generate_series(1, %d) AS number
                """
                    .formatted(scope, age, count))
            .execute());
  }
}
