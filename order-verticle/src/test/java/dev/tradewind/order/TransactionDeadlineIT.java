package dev.tradewind.order;

import static dev.tradewind.testing.Futures.await;
import static dev.tradewind.testing.Futures.failure;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tradewind.api.order.PlacementSqlState;
import dev.tradewind.kernel.retry.Retry;
import dev.tradewind.testing.Eventually;
import io.vertx.core.Future;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Deadline of a transaction in the database, which a node that is frozen cannot exceed. */
class TransactionDeadlineIT {

  private static final String LIMIT =
      "SELECT limit_transaction(clock_timestamp() + interval '%d milliseconds')";

  private final OrderShop shop = new OrderShop();

  @AfterEach
  void close() {
    shop.close();
  }

  @Test
  void theDatabaseEndsATransactionAtItsDeadline() {
    // Longer than a test waits for a future.
    Throwable ended = failure(transaction(300, "SELECT pg_sleep(3600)"));

    // The connection may end before the second statement is sent.
    assertThat(ended).isInstanceOfAny(PgException.class, VertxException.class);
    assertThat(await(afterTheClose(() -> shop.pool.query("SELECT 1").execute()))).hasSize(1);
  }

  /** The pool hands out the ended connection until it has noticed the end of the connection. */
  private static <T> Future<T> afterTheClose(Supplier<Future<T>> query) {
    return new Retry(1_000, Duration.ofMillis(10), Duration.ofMillis(200))
        .run(Eventually.LIMIT, failure -> failure instanceof VertxException, query);
  }

  @Test
  void aTransactionBeforeItsDeadlineIsNotEnded() {
    await(transaction(2_000, "SELECT 1"));
    // The limit is that of the transaction, not of its connection.
    assertThat(await(shop.pool.query("SELECT pg_sleep(2.5)").execute())).hasSize(1);
  }

  @Test
  void aPassedDeadlineIsRefused() {
    assertThat(failure(transaction(-1, "SELECT 1")))
        .isInstanceOfSatisfying(
            PgException.class,
            refusal ->
                assertThat(refusal.getSqlState())
                    .isEqualTo(PlacementSqlState.DEADLINE_EXCEEDED.code()));
  }

  private Future<?> transaction(int millis, String statement) {
    return shop.pool.withTransaction(db ->
        db.query(LIMIT.formatted(millis))
            .execute()
            .compose(limited -> db.query(statement).execute()));
  }
}
