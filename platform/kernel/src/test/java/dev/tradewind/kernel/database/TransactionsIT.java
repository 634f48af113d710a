package dev.tradewind.kernel.database;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.testing.TestDatabase;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Ends of transactions; the pool has one connection, so that the next one sees a lost end. */
@ExtendWith(VertxExtension.class)
class TransactionsIT {

  private final DatabaseConfig database = DatabaseConfig.parse(TestDatabase.create().url(), 1);
  private final AtomicInteger attempts = new AtomicInteger();
  private Pool pool;

  @BeforeEach
  void open(Vertx vertx) {
    Schema schema = new Schema("left_side", "db/migration/left");
    new Migrations(database).run(List.of(schema));
    pool = SchemaPool.open(vertx, database, schema);
    await(pool.query("CREATE TABLE trial (name text PRIMARY KEY)").execute());
  }

  @Test
  void aResultIsCommitted() {
    assertThat(inserted("a", result -> true)).isEqualTo("a");
    assertThat(names()).containsExactly("a");
  }

  @Test
  void aResultThatIsNotToBeCommittedIsReturnedAndItsTransactionRolledBack() {
    assertThat(inserted("a", result -> !result.equals("a"))).isEqualTo("a");
    assertThat(names()).isEmpty();
    assertThat(inserted("b", result -> !result.equals("a"))).isEqualTo("b");
    assertThat(names()).containsExactly("b");
    assertThat(attempts).hasValue(2);
  }

  @Test
  void aFailedWorkIsRolledBack() {
    IllegalStateException broken = new IllegalStateException("broken");

    assertThat(
            failure(
                Transactions.inTransaction(
                    pool,
                    db -> insert(db, "a").compose(done -> Future.<String>failedFuture(broken)))))
        .isSameAs(broken);
    assertThat(names()).isEmpty();
  }

  @Test
  void aWorkThatThrowsIsRolledBack() {
    IllegalStateException broken = new IllegalStateException("broken");

    assertThat(
            failure(
                Transactions.inTransaction(
                    pool,
                    db ->
                        insert(db, "a")
                            .map(done -> {
                              throw broken;
                            }))))
        .isSameAs(broken);
    assertThat(
            failure(
                Transactions.<String>inTransaction(
                    pool,
                    db -> {
                      throw broken;
                    })))
        .isSameAs(broken);
    assertThat(names()).isEmpty();
  }

  private String inserted(String name, Predicate<String> isCommitted) {
    return await(Transactions.inTransaction(pool, isCommitted, db -> insert(db, name)));
  }

  private Future<String> insert(SqlConnection db, String name) {
    attempts.incrementAndGet();
    return db.preparedQuery("INSERT INTO trial VALUES ($1)").execute(Tuple.of(name)).map(name);
  }

  private List<String> names() {
    return await(pool.query("SELECT name FROM trial ORDER BY name").execute()).stream()
        .map(row -> row.getString(0))
        .toList();
  }
}
