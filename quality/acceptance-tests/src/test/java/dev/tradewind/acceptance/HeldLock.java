package dev.tradewind.acceptance;

import static dev.tradewind.testing.Eventually.until;
import static dev.tradewind.testing.Eventually.value;
import static dev.tradewind.testing.Futures.await;

import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Lock that a test holds, so that requests wait for it in a certain order. */
public final class HeldLock implements AutoCloseable {

  /** Sessions of this database that wait for a lock. */
  private static final String WAITING =
      """
      SELECT DISTINCT pid
      FROM pg_locks
      WHERE NOT granted
        AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())
      """;

  private static final String WAITING_FOR_ROW =
      """
      SELECT FROM pg_locks
      WHERE NOT granted AND locktype IN ('transactionid', 'tuple') AND pid = $1
      """;

  private final SqlConnection connection;
  private final Transaction transaction;

  /** Takes the lock by that statement about that id. */
  public HeldLock(Pool pool, String statement, String id) {
    connection = await(pool.getConnection());
    transaction = await(connection.begin());
    // The lock is held for as long as a busy machine takes.
    await(connection.query("SET LOCAL idle_in_transaction_session_timeout = 0").execute());
    await(connection.preparedQuery(statement).execute(Tuple.of(id)));
  }

  /** Waits for so many waiting sessions; returns them. */
  public List<Integer> awaitWaiting(int count) {
    return value(
        () ->
            await(connection.query(WAITING).execute()).stream()
                .map(row -> row.getInteger("pid"))
                .toList(),
        waiting -> waiting.size() == count);
  }

  public void awaitWaitingForRow(int session) {
    Tuple waiting = Tuple.of(session);
    until(() -> await(connection.preparedQuery(WAITING_FOR_ROW).execute(waiting)).size() > 0);
  }

  public void release() {
    await(transaction.commit());
  }

  @Override
  public void close() {
    await(connection.close());
  }
}
