package dev.tradewind.kernel.changelog;

import dev.tradewind.kernel.changelog.Changes.Change;
import dev.tradewind.kernel.changelog.OpenTransactions.Observation;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Store of the change log of a schema. */
public final class ChangeLogStore {

  /**
   * The changes of all transactions that the snapshot $1 does not see, without details, so that
   * several changes of an id are one: of those that began after it, and of those that were open and
   * have ended since. A snapshot that is ahead of the present one belongs to another server.
   */
  private static final String FIND =
      """
      SELECT
        (SELECT epoch || ' ' || pg_postmaster_start_time() FROM change_epoch) AS epoch,
        pg_current_snapshot()::text AS snapshot,
        coalesce(
          (SELECT pruned FROM change_epoch) < pg_snapshot_xmax($1::text::pg_snapshot)
            AND pg_snapshot_xmax($1::text::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot()),
          false
        ) AS is_complete,
        statement_timestamp() AS now,
        (%s)::text AS next_turn,
        ARRAY(
          SELECT concat_ws(' ', kind, id)
          FROM change_log
          WHERE transaction_id >= pg_snapshot_xmax($1::text::pg_snapshot)
            AND transaction_id < pg_snapshot_xmax(pg_current_snapshot())
          UNION
          SELECT concat_ws(' ', kind, id)
          FROM change_log
          WHERE transaction_id = ANY (ARRAY(
            SELECT open_then
            FROM pg_snapshot_xip($1::text::pg_snapshot) AS open_then
            WHERE pg_visible_in_snapshot(open_then, pg_current_snapshot())
          ))
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

  private static final String PRUNE =
      """
      SELECT prune_change_log(),
        pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS oldest,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint AS next,
        statement_timestamp() AS now
      """;

  private final SqlClient db;
  private final String find;

  /**
   * @param nextTimedChange SQL expression of the next moment at which data change by themselves
   */
  ChangeLogStore(SqlClient db, String nextTimedChange) {
    this.db = db;
    this.find = FIND.formatted(nextTimedChange);
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

  /** Deletes the changes that all readers know, and observes which transactions are open. */
  static Future<Observation> prune(SqlClient db) {
    return db.query(PRUNE)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(row ->
            new Observation(
                row.getLong("oldest"),
                row.getLong("next"),
                row.getOffsetDateTime("now").toInstant()));
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
