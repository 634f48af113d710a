package dev.tradewind.kernel.field;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.database.PgErrors;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background work on the indexes of declared fields, which are built and dropped while their tables
 * are written to. One node at a time works on those of a schema. An index that cannot be built is
 * tried again later, and the others are not kept waiting.
 */
public final class FieldIndexStore {

  private static final Logger LOG = LoggerFactory.getLogger(FieldIndexStore.class);

  // The lock belongs to the session of the connection that builds.
  private static final String LOCK =
      """
      SELECT pg_try_advisory_lock(hashtextextended(current_schema || '.declared_index', 0)),
        current_setting('lock_timeout'), set_config('lock_timeout', '0', false)
      """;

  private static final String UNLOCK =
      """
      SELECT pg_advisory_unlock(hashtextextended(current_schema || '.declared_index', 0)),
        set_config('lock_timeout', $1, false)
      """;

  private static final String CLAIM =
      """
      UPDATE declared_field AS field
      SET index_due_at = now() + interval '1 minute'
      WHERE id = (
        SELECT id
        FROM declared_field AS due
        WHERE checked_at IS NOT NULL
          AND index_due_at <= now()
          AND declared_index_status(due) IN ('pending', 'failed')
        ORDER BY index_due_at
        LIMIT 1
      )
      RETURNING id, version, declared_index(field) AS index,
        to_regclass(format('%I', declared_index(field))) IS NOT NULL AS is_left,
        declared_index_statement(id) AS statement
      """;

  private static final String FAILED =
      """
      UPDATE declared_field
      SET index_error = $3, index_due_at = now() + interval '5 minutes'
      WHERE id = $1
        AND version = $2
      """;

  private static final String BUILT =
      "UPDATE declared_field SET index_error = NULL WHERE id = $1 AND version = $2";

  private static final String UNUSED =
      """
      SELECT relname
      FROM pg_index
      JOIN pg_class ON pg_class.oid = pg_index.indexrelid
      WHERE indrelid IN (
          SELECT format('%I', relation)::regclass
          FROM declarable
          WHERE indexed IS NOT NULL
        )
        AND relname ~ '^declared_(field|staff)_'
        AND relname NOT IN (
          SELECT declared_index(field)
          FROM declared_field AS field
          WHERE is_unique OR is_searchable
        )
      ORDER BY relname
      """;

  private static final String DROP = "DROP INDEX CONCURRENTLY IF EXISTS \"%s\"";

  private final Pool pool;

  public FieldIndexStore(Pool pool) {
    this.pool = pool;
  }

  public BackgroundTask task() {
    return BackgroundTask.every(Duration.ofSeconds(15), "declared-field-indexes", this::run)
        .whenIdleEvery(Duration.ofMinutes(1))
        .exempt("It changes indexes alone");
  }

  /** Builds the missing indexes and drops the unused ones. */
  public Future<Void> run() {
    return pool.withConnection(db ->
        db.query(LOCK)
            .execute()
            .compose(locked -> {
              Row row = locked.iterator().next();
              Future<Void> work =
                  row.getBoolean(0) ? dropUnused(db).compose(done -> buildAll(db)) : done();
              return work.transform(ended ->
                  db.preparedQuery(UNLOCK)
                      .execute(Tuple.of(row.getString(1)))
                      .transform(unlocked ->
                          ended.succeeded() ? done() : Future.failedFuture(ended.cause())));
            }));
  }

  private static Future<Void> done() {
    return Future.succeededFuture();
  }

  private Future<Void> dropUnused(SqlConnection db) {
    return db.query(UNUSED)
        .execute()
        .compose(rows -> {
          List<String> names = rows.stream().map(row -> row.getString(0)).toList();
          Future<Void> dropped = done();
          for (String name : names) {
            dropped = dropped.compose(done -> drop(db, name));
          }
          return dropped;
        });
  }

  private static Future<Void> drop(SqlConnection db, String name) {
    return db.query(String.format(DROP, name)).execute().mapEmpty();
  }

  private Future<Void> buildAll(SqlConnection db) {
    return db.query(CLAIM)
        .execute()
        .compose(rows -> rows.size() == 0 ? done() : build(db, rows).compose(done -> buildAll(db)));
  }

  private Future<Void> build(SqlConnection db, RowSet<Row> claimed) {
    Row row = claimed.iterator().next();
    String id = row.getString("id");
    long version = row.getLong("version");
    // What an interrupted or refused build has left is not valid.
    return (row.getBoolean("is_left") ? drop(db, row.getString("index")) : done())
        .compose(dropped -> db.query(row.getString("statement")).execute())
        .transform(built -> {
          if (built.succeeded()) {
            LOG.info("Built index {} of field {}", row.getString("index"), id);
            return db.preparedQuery(BUILT).execute(Tuple.of(id, version)).mapEmpty();
          }
          if (!(built.cause() instanceof PgException)) {
            return Future.failedFuture(built.cause());
          }
          LOG.warn("Building the index of field {} failed: {}", id, built.cause().toString());
          return db.preparedQuery(FAILED)
              .execute(Tuple.of(id, version, reason(built.cause())))
              .mapEmpty();
        });
  }

  /** The details of the database name values. */
  private static String reason(Throwable failure) {
    return PgErrors.violatedUnique(failure).isPresent()
        ? "Stored rows have the same value: a check of the field lists them"
        : String.valueOf(((PgException) failure).getErrorMessage());
  }
}
