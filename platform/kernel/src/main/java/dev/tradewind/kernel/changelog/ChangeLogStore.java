package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.changelog.Changes.Change;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of the change log of a schema. */
public final class ChangeLogStore {

  private static final Duration PRUNING = Duration.ofMinutes(1);

  /**
   * The changes of all transactions that the snapshot $1 does not see, without details, so that
   * several changes of an id are one. A snapshot that is ahead of the present one belongs to
   * another server.
   */
  private static final String FIND =
      """
      SELECT
        (SELECT epoch || ' ' || pg_postmaster_start_time() FROM change_epoch) AS epoch,
        pg_current_snapshot()::text AS snapshot,
        coalesce(
          (SELECT pruned FROM change_epoch) <= pg_snapshot_xmin($1::text::pg_snapshot)
            AND pg_snapshot_xmax($1::text::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()),
          false
        ) AS is_complete,
        statement_timestamp() AS now,
        (%s)::text AS next_turn,
        ARRAY(
          SELECT DISTINCT concat_ws(' ', kind, id)
          FROM change_log
          WHERE transaction_id >= pg_snapshot_xmin($1::text::pg_snapshot)
            AND NOT pg_visible_in_snapshot(transaction_id, $1::text::pg_snapshot)
        ) AS changes
      """;

  /** The same of the log that another schema publishes; without an epoch nothing is complete. */
  private static final String FIND_PUBLISHED =
      """
      SELECT
        coalesce(epoch, '') AS epoch,
        pg_current_snapshot()::text AS snapshot,
        is_complete,
        statement_timestamp() AS now,
        NULL::text AS next_turn,
        changes
      FROM "%s".changes_since($1)
      """;

  private static final String START_EPOCH =
      "INSERT INTO change_epoch DEFAULT VALUES ON CONFLICT DO NOTHING";

  private static final String PRUNE = "SELECT prune_change_log()";

  private final SqlClient db;
  private final String find;

  /**
   * @param nextTimedChange SQL expression of the next moment at which data change by themselves
   */
  ChangeLogStore(SqlClient db, String nextTimedChange) {
    this.db = db;
    this.find = FIND.formatted(nextTimedChange);
  }

  /** Task that deletes the changes that all readers know from the log of the schema. */
  public static BackgroundTask pruning(SqlClient db) {
    return BackgroundTask.spread(
            PRUNING, "prune-change-log", () -> db.query(PRUNE).execute().mapEmpty())
        .exempt("The rounds of the following fill the log.");
  }

  /**
   * Changes since a snapshot; starts an epoch if there is none.
   *
   * @param since snapshot of the last question; absent at the first
   */
  Future<Changes> find(@Nullable String since) {
    return db.preparedQuery(find)
        .execute(Tuple.of(since))
        .compose(rows -> {
          Row row = rows.iterator().next();
          String epoch = row.getString("epoch");
          if (epoch == null) {
            return db.query(START_EPOCH).execute().compose(started -> find(null));
          }
          return Future.succeededFuture(changes(epoch, row));
        });
  }

  /**
   * Changes since a snapshot, in the log of another schema.
   *
   * @param since snapshot of the last question; absent at the first
   */
  static Future<Changes> findPublished(SqlClient db, String schema, @Nullable String since) {
    return db.preparedQuery(FIND_PUBLISHED.formatted(schema))
        .execute(Tuple.of(since))
        .map(rows -> rows.iterator().next())
        .map(row -> changes(row.getString("epoch"), row));
  }

  private static Changes changes(String epoch, Row row) {
    return new Changes(
        epoch,
        row.getString("snapshot"),
        row.getBoolean("is_complete"),
        row.getOffsetDateTime("now").toInstant(),
        row.getString("next_turn"),
        Stream.of(row.getArrayOfStrings("changes")).map(Change::of).toList());
  }
}
