package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  private static final Schema NOTES = new Schema("notes", "db/migration/notes");

  private static final Vertx VERTX = Vertx.vertx();

  private final DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 2);

  @AfterAll
  static void close() {
    await(VERTX.close());
  }

  @Test
  void everySchemaGetsItsTablesAndAnOutbox() {
    new Migrations(database).run(List.of(LEFT, RIGHT));

    Pool pool = SchemaPool.open(VERTX, database, LEFT);
    assertThat(await(pool.query("SELECT * FROM thing").execute()).size()).isZero();
    assertThat(await(pool.query("SELECT * FROM outbox").execute()).size()).isZero();
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
  void aNewSchemaStartsFromItsBaseline() {
    new Migrations(database).run(List.of(NOTES));
    new Migrations(database).run(List.of(NOTES));

    assertThat(applied()).containsExactly("V1__baseline.sql", "V2__note_author.sql");
    assertThat(columnsOfNote()).containsExactly("id", "content", "author");
    assertThat(text("SELECT greeting()")).isEqualTo("new");
  }

  /** Its version of the migrations may be the higher number. */
  @Test
  void aSchemaThatEarlierMigrationsMadeIsRefused() {
    new Migrations(database, new MigrationVersion(310, 300, "a")).run(List.of(NOTES));
    change("UPDATE schema_history SET version = '012' WHERE version = '1'");

    isRefused("made by an earlier state of Tradewind");
    assertThat(text("SELECT version::text FROM migration_version")).isEqualTo("310");
  }

  @Test
  void anotherBaselineIsRefused() {
    new Migrations(database).run(List.of(NOTES));
    change("UPDATE schema_history SET checksum = 1 WHERE version = '1'");

    isRefused("migrated by a version of Tradewind that this one does not follow");
  }

  @Test
  void anUnknownMigrationAfterTheBaselineIsRefused() {
    new Migrations(database).run(List.of(NOTES));
    change("UPDATE schema_history SET version = '2.5' WHERE version = '2'");

    isRefused("migrated by a version of Tradewind that this one does not follow");
  }

  /** Its functions would replace those of the newer version, which running nodes call. */
  @Test
  void anOlderCompatibleVersionLeavesTheSchemaAsItIs() {
    new Migrations(database, new MigrationVersion(3, 2, "a")).run(List.of(NOTES));
    change("CREATE OR REPLACE FUNCTION greeting() RETURNS text LANGUAGE sql RETURN 'newer'");
    change("UPDATE schema_history SET checksum = 1 WHERE script = 'R__greeting.sql'");

    new Migrations(database, new MigrationVersion(2, 1, "a")).run(List.of(NOTES));
    assertThat(text("SELECT greeting()")).isEqualTo("newer");
    assertThat(text("SELECT version || ' ' || oldest_compatible FROM migration_version"))
        .isEqualTo("3 2");

    new Migrations(database, new MigrationVersion(3, 2, "another")).run(List.of(NOTES));
    assertThat(text("SELECT greeting()")).isEqualTo("new");
  }

  @Test
  void anIncompatibleVersionIsRefusedAndChangesNothing() {
    new Migrations(database, new MigrationVersion(3, 2, "a")).run(List.of(NOTES));
    change("UPDATE schema_history SET checksum = 1 WHERE script = 'R__greeting.sql'");

    assertThatThrownBy(() ->
            new Migrations(database, new MigrationVersion(1, 1, "a")).run(List.of(LEFT, NOTES)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("migrated by a newer version of Tradewind (migrations 3)")
        .hasMessageContaining("this one has 1. Start the newer version.");
    assertThat(text("SELECT count(*)::text FROM schema_history WHERE checksum = 1")).isEqualTo("1");
  }

  /** Flyway, which compares each file, would run the one whose history was changed. */
  @Test
  void aSchemaWithAllFilesOfTheVersionIsLeftAlone() {
    new Migrations(database).run(List.of(NOTES));
    change("CREATE OR REPLACE FUNCTION greeting() RETURNS text LANGUAGE sql RETURN 'kept'");
    change("UPDATE schema_history SET checksum = 1 WHERE script = 'R__greeting.sql'");

    new Migrations(database).run(List.of(NOTES));
    assertThat(text("SELECT greeting()")).isEqualTo("kept");

    new Migrations(database).run(List.of(LEFT, NOTES));
    assertThat(text("SELECT greeting()")).as("beside a new schema").isEqualTo("new");
  }

  private void isRefused(String reason) {
    assertThatThrownBy(() -> another().run(List.of(NOTES)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining(reason);
  }

  /** A program of the same version with other files. */
  private Migrations another() {
    MigrationVersion own = MigrationVersion.ofProgram();
    return new Migrations(
        database, new MigrationVersion(own.version(), own.oldestCompatible(), "others"));
  }

  /** The versioned files in the history of the schema {@code notes}. */
  private List<String> applied() {
    return texts(
        """
        SELECT script FROM schema_history
        WHERE version <> '0' AND success
        ORDER BY installed_rank
        """);
  }

  private List<String> columnsOfNote() {
    return texts(
        """
        SELECT attname::text FROM pg_attribute
        WHERE attrelid = 'note'::regclass AND attnum > 0
        ORDER BY attnum
        """);
  }

  private String text(String query) {
    return texts(query).getFirst();
  }

  private List<String> texts(String query) {
    Pool pool = SchemaPool.open(VERTX, database, NOTES);
    return await(
        pool.query(query)
            .mapping(row -> row.getString(0))
            .execute()
            .map(rows -> rows.stream().toList())
            .eventually(pool::close));
  }

  private void change(String statement) {
    Pool pool = SchemaPool.open(VERTX, database, NOTES);
    await(pool.query(statement).execute().eventually(pool::close));
  }

  @Test
  void aVerticleCannotTouchTheSchemaOfAnother() {
    new Migrations(database).run(List.of(LEFT, RIGHT));
    Pool pool = SchemaPool.open(VERTX, database, LEFT);

    Future<?> reaching = pool.query("SELECT * FROM right_side.thing").execute();

    assertThat(failure(reaching))
        .isInstanceOfSatisfying(
            PgException.class, refused -> assertThat(refused.getSqlState()).isEqualTo("42501"));
  }

  @Test
  void anUnreachableDatabaseIsReportedInOneSentence() {
    DatabaseConfig unreachable = DatabaseConfig.parse("postgresql://ada:hush@127.0.0.1:1/shop", 1);

    assertThatThrownBy(() -> new Migrations(unreachable).run(List.of(LEFT)))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("127.0.0.1:1/shop")
        .hasMessageNotContaining("hush");
  }
}
