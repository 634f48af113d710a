package dev.tradewind.order.notification;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.background.Batches;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.SchemaPool;
import dev.tradewind.order.OrderVerticle;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(VertxExtension.class)
class NotificationStoreIT {

  private static final String WORK =
      """
      INSERT INTO notification_work (
        id, event_id, provider_id, event_name, resource_type, resource_id, data, status,
        due_at, created_at, updated_at
      )
      SELECT status || n, status || n, 'mail', 'order.placed', 'order', 'order_1',
        CASE status WHEN 'asked' THEN '{}'::jsonb END, status, now(), now(), now() - age::interval
      FROM generate_series(1, 250) AS n,
        (VALUES ('done', '31 days'), ('failed', '31 days'), ('asked', '31 days')) AS s (status, age)
      """;

  @Test
  void settledWorkIsDeletedHoweverMuchItIs(Vertx vertx) {
    String url =
        TestDatabase.copyOf(
                "orders",
                template ->
                    new Migrations(DatabaseConfig.parse(template, 1))
                        .run(List.of(OrderVerticle.SCHEMA)))
            .url();
    Pool pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 1), OrderVerticle.SCHEMA);
    await(pool.query(WORK).execute());
    Instant before = Instant.now().minus(Duration.ofDays(30));

    assertThat(await(Batches.repeat(100, () -> NotificationStore.QUEUE.prune(pool, before, 100))))
        .isEqualTo(500);

    assertThat(
            await(pool.query("SELECT DISTINCT status FROM notification_work").execute())
                .iterator()
                .next()
                .getString(0))
        .isEqualTo("asked");
  }
}
