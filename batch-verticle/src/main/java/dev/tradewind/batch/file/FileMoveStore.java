package dev.tradewind.batch.file;

import dev.tradewind.kernel.queue.Lease;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.kernel.retry.Backoff;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Store of the moves of files between storages, and of content to be removed from one. */
final class FileMoveStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileMoveStore.class);

  /** A move that is leased to this node. */
  record Move(StoredFile file, Lease<String> lease) {

    String target() {
      return lease.item();
    }

    int attempts() {
      return lease.attempts();
    }
  }

  /** Files to move, and their bytes. */
  record Backlog(long files, long bytes) {}

  /**
   * Moves to their target storages. A lease outlasts a slow copy, and three attempts at a store
   * that is silent for a minute each.
   */
  static final LeasedQueue<String> MOVES =
      LeasedQueue.<String>in("file_move", "move-files", List.of("file_key"))
          .due("next_at")
          .filter(
              "target = ANY ($4) AND (SELECT storage FROM file WHERE key = file_key) = ANY ($4)")
          .reading("target", row -> row.getString("target"))
          .leasedFor(Duration.ofMinutes(4))
          .longerBy("(SELECT size / 1000000 FROM file WHERE key = file_key) * interval '1 second'")
          .attempts("attempts")
          .backoff(new Backoff(Duration.ofSeconds(10), Duration.ofHours(1)))
          .build();

  /** Content of a file that has none of it any more. */
  private record Removed(StoredFile content, boolean isNeeded) {}

  /** Removals from one storage. Content that a file has again is kept. */
  static final LeasedQueue<Removed> REMOVALS =
      LeasedQueue.<Removed>in("file_removal", "remove-file-contents", List.of("storage", "key"))
          .filter("storage = $4")
          .reading(
              """
              key, '' AS name, '' AS content_type, is_public, 0::bigint AS size, 0 AS pieces,
                storage,
                EXISTS (
                  SELECT
                  FROM file
                  LEFT JOIN file_move ON file_key = file.key
                  WHERE file.key = file_removal.key
                    AND (file.storage = file_removal.storage OR target = file_removal.storage)
                ) AS is_needed
              """,
              row -> new Removed(PostgresFileStore.file(row), row.getBoolean("is_needed")))
          .leasedFor(Duration.ofMinutes(10))
          .build();

  /** Waits for a removal under way, which would delete the new copy. */
  private static final String BEGIN =
      """
      WITH kept AS (
        DELETE FROM file_removal
        WHERE key = $1
          AND storage = $2
      )
      SELECT key, name, content_type, is_public, size, pieces, storage
      FROM file
      WHERE key = $1
      """;

  private static final String FINISH =
      """
      WITH moved AS (
        UPDATE file
        SET storage = $2,
          pieces = CASE
            WHEN $2 = 'postgres' THEN (SELECT count(*) FROM file_piece WHERE file_key = $1)
            ELSE pieces
          END
        WHERE key = $1 AND storage = $3
        RETURNING is_public
      ),
      -- Downloads in progress read the former copy; the new copy of a file deleted meanwhile is removed.
      removed AS (
        INSERT INTO file_removal (storage, key, is_public, due_at)
        SELECT $3, $1, is_public, now() + interval '1 day'
        FROM moved
        UNION ALL
        SELECT $2, $1, $4, now()
        WHERE NOT EXISTS (SELECT FROM file WHERE key = $1)
        ON CONFLICT (storage, key) DO UPDATE SET due_at = excluded.due_at
      )
      SELECT
      FROM moved
      """;

  private static final String QUEUE =
      """
      INSERT INTO file_move (file_key, target)
      SELECT key, $2
      FROM file
      WHERE storage = $1 AND completed_at IS NOT NULL
      ON CONFLICT (file_key) DO UPDATE SET target = excluded.target, attempts = 0, next_at = now()
      """;

  /** A file that stays where it is has no move any more. */
  private static final String CANCEL =
      """
      DELETE FROM file_move
      USING file
      WHERE file.key = file_key AND file.storage = target
      """;

  private static final String BACKLOG =
      """
      SELECT count(*) AS files, coalesce(sum(size), 0)::bigint AS bytes
      FROM file_move
      JOIN file ON file.key = file_key
      WHERE target = $1
      """;

  private final Pool pool;
  private final Clock clock;

  FileMoveStore(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  /** Leases the next move between storages of this node. */
  Future<Optional<Move>> lease(Set<String> storages) {
    return MOVES
        .lease(pool, clock.instant(), 1, (Object) storages.toArray(String[]::new))
        .compose(leased ->
            leased.isEmpty() ? Future.succeededFuture(Optional.empty()) : begin(leased.getFirst()));
  }

  private Future<Optional<Move>> begin(Lease<String> lease) {
    return pool.preparedQuery(BEGIN)
        .execute(Tuple.of(lease.key().getFirst(), lease.item()))
        .map(rows -> rows.stream().map(row -> new Move(PostgresFileStore.file(row), lease)))
        .map(Stream::findFirst);
  }

  /** Makes the copy the content of the file; false if the file was deleted or moved meanwhile. */
  Future<Boolean> finish(Move move) {
    StoredFile file = move.file();
    // The file first, as its deletion locks it before its move.
    return pool.withTransaction(db ->
        db.preparedQuery(FINISH)
            .execute(Tuple.of(file.key(), move.target(), file.storage(), file.isPublic()))
            .compose(moved -> MOVES.finish(db, move.lease()).map(moved.size() > 0)));
  }

  /** Repeats a failed move later. */
  Future<?> postpone(Move move) {
    return MOVES.retry(pool, move.lease(), clock.instant());
  }

  /** Queues the complete files of a storage for another one. */
  Future<Integer> queue(String from, String to) {
    return pool.withTransaction(db ->
        db.preparedQuery(QUEUE)
            .execute(Tuple.of(from, to))
            .compose(queued -> db.query(CANCEL).execute().map(canceled -> queued.rowCount())));
  }

  /** Files that are not in a storage yet. */
  Future<Backlog> backlog(String target) {
    return pool.preparedQuery(BACKLOG)
        .execute(Tuple.of(target))
        .map(rows -> rows.iterator().next())
        .map(row -> new Backlog(row.getLong("files"), row.getLong("bytes")));
  }

  /**
   * Leases the next removal and removes the content in the same transaction, so that no node begins
   * a copy of it meanwhile.
   *
   * @return false if there is none, or it failed and is repeated when its lease has ended
   */
  Future<Boolean> remove(String storage, Function<StoredFile, Future<Void>> work) {
    return pool.withTransaction(db ->
        REMOVALS
            .lease(db, clock.instant(), 1, storage)
            .compose(leased -> {
              if (leased.isEmpty()) {
                return Future.succeededFuture(false);
              }
              return remove(db, leased.getFirst(), work);
            }));
  }

  private static Future<Boolean> remove(
      SqlConnection db, Lease<Removed> removal, Function<StoredFile, Future<Void>> work) {
    Removed removed = removal.item();
    Future<Void> done =
        removed.isNeeded() ? Future.succeededFuture() : work.apply(removed.content());
    return done.transform(ended -> {
      if (ended.succeeded()) {
        return REMOVALS.finish(db, removal);
      }
      LOG.warn(
          "Removing content {} from storage {} failed: {}",
          removed.content().key(),
          removed.content().storage(),
          ended.cause().toString());
      return Future.succeededFuture(false);
    });
  }
}
