package dev.tradewind.kernel.outbox;

import dev.tradewind.kernel.text.Ids;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Store of the snapshots of states of one schema. */
public final class StateSnapshotStore {

  /** An unfinished snapshot goes on. */
  private static final String REQUEST =
      """
      INSERT INTO state_snapshot (topic, snapshot_id)
      VALUES ($1, $2)
      ON CONFLICT (topic) DO UPDATE
      SET snapshot_id = excluded.snapshot_id, requested_at = now(), total = NULL, completed = 0,
        position = '', finished_at = NULL
      WHERE state_snapshot.finished_at IS NOT NULL
      """;

  private static final String FIND =
      """
      SELECT snapshot_id, total, completed, finished_at IS NOT NULL AS is_finished
      FROM state_snapshot
      WHERE topic = $1
      """;

  /** The versions are read before the bodies, as by {@link StateSource#after}. */
  private static final String NEXT_PAGE =
      """
      WITH snapshot AS (
        SELECT snapshot_id, completed, position
        FROM state_snapshot
        WHERE topic = $1
          AND finished_at IS NULL
          AND EXISTS (
            SELECT
            FROM outbox_lease
            WHERE shard = 0 AND holder = $2 AND expires_at > now() + interval '4 seconds'
          )
      ), begun AS (
        UPDATE state_snapshot
        SET total = (SELECT count(*) FROM %1$s)
        WHERE topic = $1 AND total IS NULL AND EXISTS (SELECT FROM snapshot)
      )
      SELECT snapshot.*, page.id, page.version
      FROM snapshot
      LEFT JOIN LATERAL (
        SELECT id, version
        FROM %1$s
        WHERE id > snapshot.position
        ORDER BY id
        LIMIT $3
      ) AS page ON true
      ORDER BY page.id
      """;

  /**
   * Completes a page. If the lease was lost meanwhile, another node may have published later states
   * before these: the snapshot goes back to this page, whose current states follow.
   */
  private static final String COMPLETE =
      """
      UPDATE state_snapshot
      SET completed = CASE WHEN lease.is_held THEN $3 ELSE least(completed, $5) END,
        position = CASE WHEN lease.is_held THEN $4 ELSE least(position, $6) END,
        finished_at = CASE WHEN lease.is_held AND $7 THEN now() END
      FROM (
        SELECT EXISTS (
          SELECT
          FROM outbox_lease
          WHERE shard = 0 AND holder = $2 AND expires_at > now()
        ) AS is_held
      ) AS lease
      WHERE topic = $1
      """;

  private StateSnapshotStore() {}

  /**
   * Page of a snapshot.
   *
   * @param completed aggregates of the pages before
   * @param position last id of the pages before
   * @param versions versions by id, in the order of the ids; empty at the end
   */
  record Page(String snapshotId, long completed, String position, Map<String, Long> versions) {}

  /** Requests a snapshot, unless a snapshot is in progress; returns whether the request is new. */
  public static Future<Boolean> request(Pool pool, String topic) {
    return pool.preparedQuery(REQUEST)
        .execute(Tuple.of(topic, Ids.ulid()))
        .map(changed -> changed.rowCount() > 0);
  }

  /** The latest snapshot of a topic, which must have been requested. */
  public static Future<StateSnapshot> find(Pool pool, String topic) {
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(topic))
        .map(rows -> {
          Row row = rows.iterator().next();
          return new StateSnapshot(
              row.getString("snapshot_id"),
              row.getLong("total"),
              row.getLong("completed"),
              row.getBoolean("is_finished"));
        });
  }

  /** The next page of the snapshot in progress, if there is one and the holder has the lease. */
  static Future<Optional<Page>> nextPage(Pool pool, StateSource source, String holder, int size) {
    return pool.preparedQuery(NEXT_PAGE.formatted(source.table()))
        .execute(Tuple.of(source.topic(), holder, size))
        .map(rows -> rows.size() == 0 ? Optional.empty() : Optional.of(page(rows)));
  }

  private static Page page(Iterable<Row> rows) {
    Map<String, Long> versions = new LinkedHashMap<>();
    for (Row row : rows) {
      String id = row.getString("id");
      if (id != null) {
        versions.put(id, row.getLong("version"));
      }
    }
    Row first = rows.iterator().next();
    return new Page(
        first.getString("snapshot_id"),
        first.getLong("completed"),
        first.getString("position"),
        versions);
  }

  /**
   * Completes a page that was published.
   *
   * @param last whether the page was the last
   */
  static Future<Void> complete(Pool pool, String topic, String holder, Page page, boolean last) {
    String position = page.position();
    for (String id : page.versions().keySet()) {
      position = id;
    }
    return pool.preparedQuery(COMPLETE)
        .execute(
            Tuple.of(
                topic,
                holder,
                page.completed() + page.versions().size(),
                position,
                page.completed(),
                page.position(),
                last))
        .mapEmpty();
  }
}
