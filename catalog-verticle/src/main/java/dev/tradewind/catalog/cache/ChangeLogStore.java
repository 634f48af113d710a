package dev.tradewind.catalog.cache;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of the change log. */
final class ChangeLogStore {

  /**
   * Changes since a snapshot.
   *
   * @param epoch identity of the log, another one after a crash has emptied it
   * @param snapshot of this question, for the next one
   * @param isComplete whether all changes since the given snapshot are among them
   * @param nextTurn next moment at which a price list begins or ends; absent if there is none
   */
  record Changes(
      String epoch,
      String snapshot,
      boolean isComplete,
      @Nullable String nextTurn,
      List<Change> changes) {}

  /**
   * @param kind {@code product}, with an id, or the label of a {@link ChangeKind}
   */
  record Change(String kind, @Nullable String id) {}

  /**
   * The changes of all transactions that the snapshot $1 does not see. A snapshot that is ahead of
   * the present one is that of another server.
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
        least(
          (SELECT min(starts_at) FROM price_list WHERE starts_at > statement_timestamp()),
          (SELECT min(ends_at) FROM price_list WHERE ends_at > statement_timestamp())
        )::text AS next_turn,
        ARRAY(
          SELECT DISTINCT concat_ws(' ', kind, id)
          FROM change_log
          WHERE transaction_id >= pg_snapshot_xmin($1::text::pg_snapshot)
            AND NOT pg_visible_in_snapshot(transaction_id, $1::text::pg_snapshot)
        ) AS changes
      """;

  private static final String START_EPOCH =
      "INSERT INTO change_epoch DEFAULT VALUES ON CONFLICT DO NOTHING";

  private static final String PRUNE = "SELECT prune_change_log()";

  private final SqlClient db;

  ChangeLogStore(SqlClient db) {
    this.db = db;
  }

  /**
   * Changes since a snapshot; starts an epoch if there is none.
   *
   * @param since snapshot of the last question; absent at the first
   */
  Future<Changes> find(@Nullable String since) {
    return db.preparedQuery(FIND)
        .execute(Tuple.of(since))
        .compose(rows -> {
          Row row = rows.iterator().next();
          String epoch = row.getString("epoch");
          return epoch == null
              ? db.query(START_EPOCH).execute().compose(started -> find(null))
              : Future.succeededFuture(changes(epoch, row));
        });
  }

  private static Changes changes(String epoch, Row row) {
    return new Changes(
        epoch,
        row.getString("snapshot"),
        row.getBoolean("is_complete"),
        row.getString("next_turn"),
        Stream.of(row.getArrayOfStrings("changes")).map(ChangeLogStore::change).toList());
  }

  private static Change change(String logged) {
    int space = logged.indexOf(' ');
    return space < 0
        ? new Change(logged, null)
        : new Change(logged.substring(0, space), logged.substring(space + 1));
  }

  Future<Void> prune() {
    return db.query(PRUNE).execute().mapEmpty();
  }
}
