package dev.tradewind.kernel.resource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.kernel.database.DatabaseConfig;
import dev.tradewind.kernel.database.Migrations;
import dev.tradewind.kernel.database.Schema;
import dev.tradewind.testing.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Counters of the rows of books, which are soft-deleted, and of chapters, which are not. */
@Timeout(600)
class RowCounterIT {

  private static final Schema SCHEMA = new Schema("library", "db/migration/library");
  private static final int WRITERS = 8;
  private static final int TRANSACTIONS = 60;

  private final AtomicInteger ids = new AtomicInteger();
  private TestDatabase database;

  @BeforeEach
  void migrate() throws SQLException {
    database =
        TestDatabase.copyOf(
            "row-counter",
            url -> new Migrations(DatabaseConfig.parse(url, 1)).run(List.of(SCHEMA)));
    run("SELECT maintain_row_counter('book')", "SELECT maintain_row_counter('chapter')");
  }

  @Test
  void rowsBeforeTheCounterAreCountedAndDeletedOnesAreNot() throws SQLException {
    assertThat(counted("book")).isEqualTo(3);
    assertThat(counted("chapter")).isEqualTo(3);
  }

  @Test
  void everyKindOfChangeIsCounted() throws SQLException {
    run("INSERT INTO book (id, title) SELECT 'n' || n, 'new' FROM generate_series(1, 100000) AS n");
    assertThat(counted("book")).isEqualTo(100_003);

    run("UPDATE book SET deleted_at = now() WHERE title = 'new' AND id > 'n5'");
    assertExact();
    run("UPDATE book SET deleted_at = NULL WHERE title = 'new' AND id > 'n9'");
    assertExact();
    run("UPDATE book SET title = 'newer' WHERE title = 'new'");
    assertExact();
    run("DELETE FROM book WHERE title = 'newer' AND id > 'n7'");
    assertExact();
    run(
        """
        INSERT INTO book (id, title) VALUES ('n1', 'upsert'), ('o1', 'upsert')
        ON CONFLICT (id) DO UPDATE SET deleted_at = now()
        """);
    assertExact();
    run("DELETE FROM chapter WHERE id = 'c1'");
    assertExact();
    run("TRUNCATE book CASCADE");
    assertThat(counted("book")).isZero();
    assertThat(counted("chapter")).isZero();
    run("INSERT INTO book (id, title) VALUES ('p1', 'after')");
    assertThat(counted("book")).isEqualTo(1);
  }

  @Test
  void theCounterCanBeMadeAgain() throws SQLException {
    run("DELETE FROM row_counter", "SELECT maintain_row_counter('book')");

    assertThat(counted("book")).isEqualTo(3);
  }

  @Test
  void theCounterSurvivesACrash() throws SQLException {
    assertThat(
            number(
                "SELECT count(*) FROM pg_class WHERE relname = 'row_counter' AND relpersistence = 'p'"))
        .isEqualTo(1);
  }

  @Test
  void aWriterDoesNotWaitForAnOpenTransaction() throws SQLException {
    try (Connection open = connect();
        Connection other = connect()) {
      open.setAutoCommit(false);
      insert(open, 1);
      insert(open, 1);
      try (Statement statement = other.createStatement()) {
        statement.execute("SET lock_timeout = '50ms'");
      }
      insert(other, 1);
      insert(other, 2);
      assertThat(counted("book")).isEqualTo(6);
      open.rollback();
    }
    assertThat(counted("book")).isEqualTo(6);
    insertOnce();
    assertThat(counted("book")).isEqualTo(7);
    // Those of backends that have ended are taken over.
    assertThat(number("SELECT count(*) FROM row_counter WHERE counted = 'book'")).isBetween(1L, 3L);
  }

  @Test
  void aBackendTakesOverTheSlotsOfThoseThatHaveEnded() throws SQLException {
    for (int connection = 0; connection < 60; connection++) {
      insertOnce();
    }

    assertThat(counted("book")).isEqualTo(63);
    // A backend is seen for a moment after its connection is closed.
    assertThat(number("SELECT count(*) FROM row_counter WHERE counted = 'book'")).isLessThan(30);
  }

  @Test
  void theNumberIsExactInEverySnapshotWhileOthersWrite() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    List<Callable<Long>> readers = new ArrayList<>();
    for (int reader = 0; reader < 2; reader++) {
      readers.add(() -> compareUntil(isOver));
    }
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<Long>> reading = readers.stream().map(threads::submit).toList();
      List<Future<?>> writing = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(writer);
        writing.add(threads.submit(() -> write(random)));
      }
      for (Future<?> each : writing) {
        each.get();
      }
      isOver.set(true);
      for (Future<Long> each : reading) {
        assertThat(each.get()).isPositive();
      }
    }

    assertExact();
    assertThat(number("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"))
        .isZero();
    assertThat(number("SELECT count(*) FROM row_counter WHERE counted = 'book'"))
        .isBetween(1L, 2L * WRITERS);
  }

  /**
   * Transactions that lock a row before or after their insertion: with slots to wait for, they
   * would deadlock.
   */
  private Void write(Random random) throws Exception {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
        boolean isLockedFirst = random.nextBoolean();
        if (isLockedFirst) {
          statement.execute("SELECT FROM author WHERE id = 'a1' FOR UPDATE");
        }
        insert(connection, 1 + random.nextInt(3));
        Savepoint point = connection.setSavepoint();
        insert(connection, 1);
        if (random.nextBoolean()) {
          connection.rollback(point);
        }
        if (!isLockedFirst) {
          statement.execute("SELECT FROM author WHERE id = 'a1' FOR UPDATE");
        }
        switch (random.nextInt(4)) {
          case 0 ->
              statement.execute(
                  """
                  UPDATE book SET deleted_at = CASE WHEN deleted_at IS NULL THEN now() END
                  WHERE id IN (SELECT id FROM book ORDER BY random() LIMIT 2)
                  """);
          case 1 ->
              statement.execute(
                  """
                  DELETE FROM book
                  WHERE title = 'new' AND id IN (SELECT id FROM book ORDER BY random() LIMIT 2)
                  """);
          default -> {}
        }
        if (random.nextInt(4) == 0) {
          connection.rollback();
        } else {
          connection.commit();
        }
      }
    }
    return null;
  }

  private long compareUntil(AtomicBoolean isOver) throws SQLException {
    long compared = 0;
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      while (!isOver.get()) {
        try (ResultSet row =
            statement.executeQuery(
                """
                SELECT
                  (SELECT coalesce(sum(rows), 0) FROM row_counter WHERE counted = 'book'),
                  (SELECT count(*) FROM book WHERE deleted_at IS NULL)
                """)) {
          row.next();
          assertThat(row.getLong(1)).isEqualTo(row.getLong(2));
          compared++;
        }
      }
    }
    return compared;
  }

  private void insertOnce() throws SQLException {
    try (Connection connection = connect()) {
      insert(connection, 1);
    }
  }

  private void insert(Connection connection, int rows) throws SQLException {
    int first = ids.getAndAdd(rows);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO book (id, title) SELECT 'i' || n, 'new' FROM generate_series(%d, %d) AS n"
              .formatted(first, first + rows - 1));
    }
  }

  private void assertExact() throws SQLException {
    assertThat(counted("book"))
        .isEqualTo(number("SELECT count(*) FROM book WHERE deleted_at IS NULL"));
    assertThat(counted("chapter")).isEqualTo(number("SELECT count(*) FROM chapter"));
  }

  private long counted(String table) throws SQLException {
    return number(
        "SELECT coalesce(sum(rows), 0) FROM row_counter WHERE counted = '%s'".formatted(table));
  }

  private void run(String... statements) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      for (String each : statements) {
        statement.execute(each);
      }
    }
  }

  private long number(String query) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return row.getLong(1);
    }
  }

  private Connection connect() throws SQLException {
    Connection connection = database.connect();
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET search_path = library; SET ROLE library");
    }
    return connection;
  }
}
