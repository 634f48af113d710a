package dev.tradewind.kernel.database;

import dev.tradewind.kernel.operation.CurrentCall;
import dev.tradewind.kernel.retry.Retry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Transactions with a bounded retry after a deadlock, a serialization failure or a lock timeout.
 * The last failure becomes a conflict.
 */
public final class Transactions {

  private static final Retry RETRY = new Retry(4, Duration.ofMillis(5), Duration.ofMillis(100));

  /** A lock timeout alone takes two seconds, so four of them in a row exhaust it. */
  private static final Duration TIMEOUT = Duration.ofSeconds(6);

  private static final String NAME_CALL = "SELECT set_config('tradewind.call', $1, true)";

  private Transactions() {}

  /** One transaction of several statements. */
  public static <T> Future<T> inTransaction(Pool pool, Function<SqlConnection, Future<T>> work) {
    return inTransaction(pool, result -> true, work);
  }

  /**
   * The same; a result that is not to be committed is the result of a transaction that was rolled
   * back.
   */
  public static <T> Future<T> inTransaction(
      Pool pool, Predicate<T> isCommitted, Function<SqlConnection, Future<T>> work) {
    return retrying(() ->
        pool.withConnection(db ->
            db.begin()
                .compose(transaction ->
                    Future.future((Promise<T> done) -> work.apply(db).onComplete(done))
                        .transform(result ->
                            result.succeeded() && isCommitted.test(result.result())
                                ? transaction.commit().map(result.result())
                                : transaction
                                    .rollback()
                                    .transform(ended -> {
                                      if (result.succeeded()) {
                                        return Future.succeededFuture(result.result());
                                      }
                                      return Future.failedFuture(result.cause());
                                    })))));
  }

  /**
   * One transaction of several statements that change audited tables: their audit entries name the
   * current call.
   */
  public static <T> Future<T> attributed(Pool pool, Function<SqlConnection, Future<T>> work) {
    CurrentCall current = CurrentCall.get();
    if (current == null) {
      return inTransaction(pool, work);
    }
    return inTransaction(
        pool,
        db ->
            db.preparedQuery(NAME_CALL)
                .execute(Tuple.of(current.context().callSetting()))
                .compose(named -> work.apply(db)));
  }

  /** One statement that is a transaction of its own. */
  public static <T> Future<T> retrying(Supplier<Future<T>> work) {
    return RETRY.run(TIMEOUT, PgErrors::isRetryable, work);
  }
}
