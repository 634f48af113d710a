package dev.tradewind.batch.file;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/** Store of what the verification of files reads. */
final class FileVerificationStore {

  private static final String NEXT =
      """
      SELECT key, name, content_type, is_public, size, pieces, storage, (
        SELECT coalesce(sum(length(bytes)), 0)::bigint
        FROM file_piece
        WHERE file_key = key AND storage = 'postgres'
      ) AS stored
      FROM file
      WHERE key > $1 AND completed_at IS NOT NULL
      ORDER BY key
      LIMIT $2
      """;

  /** Content that a move writes or a removal is to delete belongs to its file. */
  private static final String FOREIGN =
      """
      SELECT key
      FROM unnest($1::text[]) AS stored (key)
      WHERE NOT EXISTS (
          SELECT
          FROM file
          LEFT JOIN file_move ON file_key = file.key
          WHERE file.key = stored.key AND (storage = $2 OR target = $2)
        )
        AND NOT EXISTS (
          SELECT FROM file_removal WHERE storage = $2 AND file_removal.key = stored.key
        )
      """;

  private final Pool pool;

  FileVerificationStore(Pool pool) {
    this.pool = pool;
  }

  /**
   * A complete file.
   *
   * @param bytes of its content in the database
   */
  record Stored(StoredFile file, long bytes) {}

  /** The complete files after a key, in the order of their keys. */
  Future<List<Stored>> next(String after, int limit) {
    return pool.preparedQuery(NEXT)
        .execute(Tuple.of(after, limit))
        .map(rows ->
            rows.stream()
                .map(row -> new Stored(PostgresFileStore.file(row), row.getLong("stored")))
                .toList());
  }

  /** The keys that belong to no file of that storage. */
  Future<List<String>> foreign(String storage, List<String> keys) {
    return pool.preparedQuery(FOREIGN)
        .execute(Tuple.of(keys.toArray(String[]::new), storage))
        .map(rows -> rows.stream().map(row -> row.getString("key")).toList());
  }
}
