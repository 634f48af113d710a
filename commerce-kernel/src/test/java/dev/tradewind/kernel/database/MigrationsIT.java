package dev.tradewind.kernel.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tradewind.kernel.Awaiting;
import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class MigrationsIT {

  private static final Schema LEFT = new Schema("left_side", "db/migration/left");
  private static final Schema RIGHT = new Schema("right_side", "db/migration/right");

  private static final Vertx VERTX = Vertx.vertx();

  private final DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 2);

  @AfterAll
  static void close() {
    Awaiting.await(VERTX.close());
  }

  @Test
  void everySchemaGetsItsTablesAndAnOutbox() {
    new Migrations(database).run(List.of(LEFT, RIGHT));

    Pool pool = SchemaPool.open(VERTX, database, LEFT);
    assertThat(Awaiting.await(pool.query("SELECT * FROM thing").execute()).size()).isZero();
    assertThat(Awaiting.await(pool.query("SELECT * FROM outbox").execute()).size()).isZero();
  }

  @Test
  void aSecondRunChangesNothing() {
    Migrations migrations = new Migrations(database);
    migrations.run(List.of(LEFT));
    migrations.run(List.of(LEFT));
  }

  @Test
  void severalNodesMayMigrateAtOnce() {
    CompletableFuture<?>[] nodes =
        IntStream.range(0, 4)
            .mapToObj(node ->
                CompletableFuture.runAsync(
                    () -> new Migrations(database).run(List.of(LEFT, RIGHT))))
            .toArray(CompletableFuture[]::new);

    CompletableFuture.allOf(nodes).join();
  }

  @Test
  void aVerticleCannotTouchTheSchemaOfAnother() {
    new Migrations(database).run(List.of(LEFT, RIGHT));
    Pool pool = SchemaPool.open(VERTX, database, LEFT);

    Future<?> reaching = pool.query("SELECT * FROM right_side.thing").execute();

    assertThat(Awaiting.failure(reaching))
        .isInstanceOfSatisfying(
            PgException.class, refused -> assertThat(refused.getSqlState()).isEqualTo("42501"));
  }

  @Test
  void aDatabaseThatIsAwayIsSaidInOneSentence() {
    DatabaseConfig nobody = new DatabaseConfig("127.0.0.1", 1, "shop", "ada", "hush", 1);

    assertThatThrownBy(() -> new Migrations(nobody).run(List.of(LEFT)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("127.0.0.1:1/shop")
        .hasMessageNotContaining("hush");
  }
}
