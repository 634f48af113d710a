package dev.tradewind.cart.completion;

import static dev.tradewind.testing.Futures.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.cart.CartVerticle;
import dev.tradewind.cart.payment.PaymentNoticeStore;
import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.kernel.database.SchemaPool;
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
class PaymentNoticePruningIT {

  @Test
  void noticesAreForgottenAndSessionsLater(Vertx vertx) {
    String url =
        TestDatabase.copyOf(
                "cart",
                empty ->
                    new Migrations(DatabaseConfig.parse(empty, 1))
                        .run(List.of(Schema.of("orders"), CartVerticle.SCHEMA)))
            .url();
    Pool pool = SchemaPool.open(vertx, DatabaseConfig.parse(url, 1), CartVerticle.SCHEMA);
    await(
        pool.query(
                """
                INSERT INTO payment_notice (id, provider_id, reference, received_at, due_at)
                VALUES ('old', 'card', 'a', now() - interval '40 days', NULL),
                  ('session:old', 'card', 'b', now() - interval '40 days', NULL),
                  ('session:ancient', 'card', 'c', now() - interval '200 days', NULL),
                  ('waiting', 'card', 'd', now() - interval '200 days', now()),
                  ('new', 'card', 'e', now(), NULL)
                """)
            .execute());

    Instant now = Instant.now();
    await(
        new PaymentNoticeStore()
            .prune(pool, now.minus(Duration.ofDays(30)), now.minus(Duration.ofDays(180))));

    assertThat(await(pool.query("SELECT id FROM payment_notice ORDER BY id").execute()))
        .extracting(row -> row.getString(0))
        .containsExactly("new", "session:old", "waiting");
  }
}
