package dev.tradewind.batch.file;

import dev.tradewind.kernel.retry.Backoff;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Store of the moves of files between storages, and of content to be removed from one. */
final class FileMoveStore {

  /** A move that this node has claimed. */
  record Move(StoredFile file, String target, int attempts) {}

  /** Files to move, and their bytes. */
  record Backlog(long files, long bytes) {}

  /** A claim ends after ten minutes and the time of a slow copy. */
  private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(10), Duration.ofHours(1));

  private static final String CLAIM =
      """
      WITH claimed AS (
        UPDATE file_move
        SET attempts = attempts + 1,
          next_at = now() + interval '10 minutes' + file.size / 1000000 * interval '1 second'
        FROM file
        WHERE file.key = file_key
          AND file_key = (
            SELECT file_key
            FROM file_move
            JOIN file ON file.key = file_key
            WHERE next_at <= now() AND target = ANY ($1) AND storage = ANY ($1)
            ORDER BY next_at
            LIMIT 1
            FOR UPDATE OF file_move SKIP LOCKED
          )
        RETURNING key, name, content_type, is_public, size, pieces, storage, target, attempts
      ),
      -- Waits for a removal under way, which would delete the new copy.
      kept AS (
        DELETE FROM file_removal
        USING claimed
        WHERE file_removal.storage = claimed.target AND file_removal.key = claimed.key
      )
      SELECT *
      FROM claimed
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
      done AS (
        DELETE FROM file_move
        WHERE file_key = $1 AND target = $2
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

  private static final String POSTPONE =
      """
      UPDATE file_move
      SET next_at = now() + $2 * interval '1 millisecond'
      WHERE file_key = $1
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

  /** Content that a file has again is kept. */
  private static final String TAKE_REMOVAL =
      """
      DELETE FROM file_removal
      WHERE (storage, key) = (
        SELECT storage, key
        FROM file_removal
        WHERE due_at <= now() AND storage = $1
        ORDER BY due_at
        LIMIT 1
        FOR UPDATE SKIP LOCKED
      )
      RETURNING key, '' AS name, '' AS content_type, is_public, 0::bigint AS size, 0 AS pieces, storage,
        EXISTS (
          SELECT
          FROM file
          LEFT JOIN file_move ON file_key = file.key
          WHERE file.key = file_removal.key
            AND (file.storage = file_removal.storage OR target = file_removal.storage)
        ) AS is_needed
      """;

  private static final String POSTPONE_REMOVALS =
      """
      UPDATE file_removal
      SET due_at = now() + interval '10 minutes'
      WHERE due_at <= now() AND storage = $1
      """;

  private final Pool pool;

  FileMoveStore(Pool pool) {
    this.pool = pool;
  }

  /** Claims the next move between storages of this node. */
  Future<Optional<Move>> claim(Set<String> storages) {
    return pool.preparedQuery(CLAIM)
        .execute(Tuple.tuple().addValue(storages.toArray(String[]::new)))
        .map(rows -> rows.stream().map(FileMoveStore::move).findFirst());
  }

  private static Move move(Row row) {
    return new Move(
        PostgresFileStore.file(row), row.getString("target"), row.getInteger("attempts"));
  }

  /** Makes the copy the content of the file; false if the file was deleted or moved meanwhile. */
  Future<Boolean> finish(Move move) {
    StoredFile file = move.file();
    return pool.preparedQuery(FINISH)
        .execute(Tuple.of(file.key(), move.target(), file.storage(), file.isPublic()))
        .map(moved -> moved.size() > 0);
  }

  /** Repeats a failed move later. */
  Future<Void> postpone(Move move) {
    return pool.preparedQuery(POSTPONE)
        .execute(Tuple.of(move.file().key(), BACKOFF.after(move.attempts()).toMillis()))
        .mapEmpty();
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
   * Takes the next removal and removes the content in the same transaction, so that no node begins
   * a copy of it meanwhile.
   *
   * @return false if there is none
   */
  Future<Boolean> remove(String storage, Function<StoredFile, Future<Void>> work) {
    return pool.withTransaction(db ->
        db.preparedQuery(TAKE_REMOVAL)
            .execute(Tuple.of(storage))
            .compose(rows ->
                rows.size() == 0
                    ? Future.succeededFuture(false)
                    : removed(rows.iterator().next(), work)));
  }

  private static Future<Boolean> removed(Row row, Function<StoredFile, Future<Void>> work) {
    return row.getBoolean("is_needed")
        ? Future.succeededFuture(true)
        : work.apply(PostgresFileStore.file(row)).map(true);
  }

  /** Repeats the removals that are due later. */
  Future<Void> postponeRemovals(String storage) {
    return pool.preparedQuery(POSTPONE_REMOVALS).execute(Tuple.of(storage)).mapEmpty();
  }
}
