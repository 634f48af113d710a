package dev.tradewind.kernel.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.function.Consumer;

/**
 * Query whose rows are read in portions, with a cursor. The client keeps what it has received of an
 * answer in memory until the last byte of it, so that a large one needs several times its size. A
 * cursor costs further round trips.
 */
public final class PortionedQuery {

  /** Rows that one statement may return without a cursor. */
  public static final int MAX_WHOLE = 100;

  private static final int PORTION = 50;

  private PortionedQuery() {}

  /**
   * Reads all rows. If the consumer fails, no further portion is read, and the future fails.
   *
   * @param sql a read
   */
  public static Future<Void> forEach(Pool pool, String sql, Tuple values, Consumer<Row> consumer) {
    return pool.withTransaction(connection ->
        connection
            .prepare(sql)
            .compose(statement -> {
              Cursor cursor = statement.cursor(values);
              return read(cursor, consumer).eventually(cursor::close).eventually(statement::close);
            }));
  }

  private static Future<Void> read(Cursor cursor, Consumer<Row> consumer) {
    return cursor
        .read(PORTION)
        .compose(rows -> {
          rows.forEach(consumer);
          return cursor.hasMore() ? read(cursor, consumer) : Future.succeededFuture();
        });
  }
}
