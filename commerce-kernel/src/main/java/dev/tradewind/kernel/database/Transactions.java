package dev.tradewind.kernel.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs work that must be whole, again where the database says that somebody else was faster. */
public final class Transactions {

  private static final int RETRIES = 3;

  private Transactions() {}

  /** One transaction, tried again after a deadlock, a serialization failure or a lock timeout. */
  public static <T> Future<T> inTransaction(Pool pool, Function<SqlConnection, Future<T>> work) {
    return retrying(() -> pool.withTransaction(work));
  }

  /** One statement that is a transaction of its own, tried again in the same cases. */
  public static <T> Future<T> retrying(Supplier<Future<T>> work) {
    return attempt(work, RETRIES);
  }

  private static <T> Future<T> attempt(Supplier<Future<T>> work, int retries) {
    return work.get()
        .recover(failure ->
            retries > 0 && PgErrors.isRetryable(failure)
                ? attempt(work, retries - 1)
                : Future.failedFuture(failure));
  }
}
