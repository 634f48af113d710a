package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.kernel.metrics.DatabaseFact;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * List of files in the batch schema, with the content of those that no other storage holds. Files
 * are written here first, so that a writer can be fenced and a storage that is unavailable delays
 * nothing.
 */
public final class PostgresFileStore implements FileStore {

  private static final Logger LOG = LoggerFactory.getLogger(PostgresFileStore.class);

  private static final Collector<Buffer, ?, Buffer> WHOLE =
      Collector.of(Buffer::buffer, Buffer::appendBuffer, Buffer::appendBuffer);

  private static final String TIMEOUT = "now() + interval '10 minutes'";

  private static final String BEGIN =
      """
      WITH room AS (
        SELECT
        FROM file_usage
        WHERE files < $7 AND bytes < $8
        FOR NO KEY UPDATE
      )
      INSERT INTO file (key, name, content_type, is_public, writer, expires_at)
      SELECT $1, $2, $3, $4::boolean, $5, CASE WHEN $6::boolean THEN %s END
      FROM room
      """
          .formatted(TIMEOUT);

  /** Locks the file before the bytes of all files, in the order of the statements that delete. */
  private static final String APPEND =
      """
      WITH held AS (
        SELECT key
        FROM file
        WHERE key = $1 AND writer = $2 AND pieces = $3 AND completed_at IS NULL
        FOR NO KEY UPDATE
      ),
      room AS (
        SELECT held.key
        FROM held
        CROSS JOIN file_usage
        WHERE bytes + length($4::bytea) <= $5
        FOR NO KEY UPDATE OF file_usage
      ),
      grown AS (
        UPDATE file
        SET size = size + length($4::bytea), pieces = pieces + 1,
          expires_at = CASE WHEN expires_at IS NOT NULL THEN %s END
        FROM room
        WHERE file.key = room.key
          AND writer = $2
          AND pieces = $3
          AND completed_at IS NULL
        RETURNING file.key, size
      ),
      added AS (
        INSERT INTO file_piece (file_key, number, bytes)
        SELECT key, $3, $4
        FROM grown
      )
      SELECT size
      FROM grown
      UNION ALL
      SELECT size
      FROM file
      WHERE key = $1 AND writer = $2 AND pieces = $3 + 1
      UNION ALL
      SELECT NULL
      FROM held
      WHERE NOT EXISTS (SELECT FROM room)
      """
          .formatted(TIMEOUT);

  private static final String TAKE_OVER =
      """
      UPDATE file
      SET writer = $2
      WHERE key = $1 AND completed_at IS NULL AND pieces >= $3
      """;

  private static final String CUT =
      """
      WITH dropped AS (
        DELETE FROM file_piece
        WHERE file_key = $1 AND number >= $2
        RETURNING length(bytes) AS size
      )
      UPDATE file
      SET pieces = $2, size = size - coalesce((SELECT sum(size) FROM dropped), 0)
      WHERE key = $1
      """;

  private static final String COMPLETE =
      """
      WITH complete AS (
        UPDATE file
        SET completed_at = coalesce(completed_at, now()), expires_at = NULL
        FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS draft (key, writer, rank)
        WHERE file.key = draft.key AND file.writer = draft.writer
        RETURNING draft.rank, file.key, name, content_type, is_public, size, pieces, storage
      ),
      queued AS (
        INSERT INTO file_move (file_key, target)
        SELECT key, $3
        FROM complete
        WHERE storage <> $3
        ON CONFLICT DO NOTHING
      ),
      to_size AS (
        INSERT INTO image_task (file_key)
        SELECT key
        FROM complete
        WHERE is_public
          AND content_type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')
        ON CONFLICT DO NOTHING
      )
      SELECT *
      FROM complete
      """;

  private static final String FIND =
      """
      SELECT key, name, content_type, is_public, size, pieces, storage
      FROM file
      WHERE key = $1 AND completed_at IS NOT NULL
      """;

  /** A task whose attempts have all failed is not leased again. */
  private static final String MEASURE =
      """
      SELECT key, width, height,
        EXISTS (
          SELECT FROM image_task WHERE file_key = key AND attempts < 3
        ) AS is_pending
      FROM file
      WHERE key = ANY($1) AND is_public AND completed_at IS NOT NULL
      """;

  private static final String READ =
      """
      SELECT bytes
      FROM file_piece
      JOIN file ON file.key = file_key AND completed_at IS NOT NULL
      WHERE file_key = $1 AND number = $2
      """;

  private static final String DELETE = "DELETE FROM file WHERE key = $1";

  private static final String ABANDON =
      "DELETE FROM file WHERE key = $1 AND writer = $2 AND completed_at IS NULL";

  private static final String DELETE_EXPIRED = "DELETE FROM file WHERE expires_at < now()";

  /** Read by one row, however many files there are. */
  public static final List<DatabaseFact> FACTS =
      List.of(
          new DatabaseFact(
              "tradewind.files",
              "Files of uploads and exports, without the smaller sizes of images",
              null,
              null,
              "SELECT NULL::text, files FROM file_usage"),
          new DatabaseFact(
              "tradewind.files.bytes",
              "Bytes of the files of uploads and exports, in all storages",
              "bytes",
              null,
              "SELECT NULL::text, bytes FROM file_usage"));

  private final Pool pool;
  private final FileStorages storages;
  private final FileLimits limits;

  public PostgresFileStore(Pool pool, FileStorages storages, FileLimits limits) {
    this.pool = pool;
    this.storages = storages;
    this.limits = limits;
  }

  private Problem full() {
    return Problem.tooLarge(
        "The shop has no room for more files: it may have %s files of %s bytes in all"
            .formatted(limits.files(), limits.bytes()));
  }

  static Problem notFound(String key) {
    return Problem.notFound("File with key " + key + " was not found");
  }

  @Override
  public Future<Void> begin(StoredFile file, String writer, Unfinished unfinished) {
    return pool.preparedQuery(BEGIN)
        .execute(
            Tuple.of(
                file.key(),
                file.name(),
                file.contentType(),
                file.isPublic(),
                writer,
                unfinished == Unfinished.EXPIRING,
                limits.files(),
                limits.bytes()))
        .map(begun -> {
          if (begun.rowCount() == 0) {
            throw full();
          }
          return null;
        });
  }

  @Override
  public Future<Long> append(Draft upload, int number, Buffer chunk) {
    return pool.preparedQuery(APPEND)
        .execute(Tuple.of(upload.key(), upload.writer(), number, chunk, limits.bytes()))
        .map(rows -> {
          if (rows.size() == 0) {
            throw notFound(upload.key());
          }
          Long size = rows.iterator().next().getLong(0);
          if (size == null) {
            throw full();
          }
          return size;
        });
  }

  @Override
  public Future<Boolean> reopen(Draft upload, int chunks) {
    // Waits for a concurrent append of the earlier writer; the lock on the row makes its chunk
    // visible.
    return pool.withTransaction(db ->
        db.preparedQuery(TAKE_OVER)
            .execute(Tuple.of(upload.key(), upload.writer(), chunks))
            .compose(taken -> {
              if (taken.rowCount() == 0) {
                return Future.succeededFuture(false);
              }
              return db.preparedQuery(CUT).execute(Tuple.of(upload.key(), chunks)).map(true);
            }));
  }

  @Override
  public Future<List<StoredFile>> complete(List<Draft> uploads) {
    String[] keys = uploads.stream().map(Draft::key).toArray(String[]::new);
    String[] writers = uploads.stream().map(Draft::writer).toArray(String[]::new);
    return pool.withTransaction(db ->
        db.preparedQuery(COMPLETE)
            .execute(Tuple.of(keys, writers, storages.target()))
            .map(rows -> {
              if (rows.size() < uploads.size()) {
                throw notFound(String.join(", ", keys));
              }
              return rows.stream()
                  .sorted((one, other) -> Long.compare(one.getLong("rank"), other.getLong("rank")))
                  .map(PostgresFileStore::file)
                  .toList();
            }));
  }

  @Override
  public Future<List<ImageSize>> measure(List<String> keys) {
    return pool.preparedQuery(MEASURE)
        .execute(Tuple.of(keys.toArray(String[]::new)))
        .map(rows ->
            rows.stream()
                .map(row ->
                    new ImageSize(
                        row.getString("key"),
                        row.getBoolean("is_pending"),
                        row.getInteger("width"),
                        row.getInteger("height")))
                .toList());
  }

  @Override
  public Future<Optional<StoredFile>> find(String key) {
    return pool.preparedQuery(FIND)
        .execute(Tuple.of(key))
        .map(rows -> rows.stream().map(PostgresFileStore::file).findFirst());
  }

  @Override
  public Future<Optional<Buffer>> read(String key, String storage, int number) {
    if (storage.equals(FileStorages.POSTGRES)) {
      return readPiece(key, number);
    }
    return find(key)
        .compose(found ->
            found
                .map(file -> readRange(file, storages.get(storage), number))
                .orElse(Future.succeededFuture(Optional.empty())));
  }

  /** A storage that is unavailable is no defect: a job waits until it answers again. */
  private static Future<Optional<Buffer>> readRange(
      StoredFile file, FileStorage storage, int number) {
    long offset = (long) number * StoredFile.CHUNK;
    long length = Math.min(StoredFile.CHUNK, file.size() - offset);
    if (length <= 0) {
      return Future.succeededFuture(Optional.empty());
    }
    return storage
        .read(file.object(), offset, length)
        .compose(content -> {
          Future<Buffer> whole = content.collect(WHOLE);
          content.resume();
          return whole;
        })
        .map(Optional::of)
        .recover(failure -> {
          LOG.warn(
              "Reading file {} from {} failed: {}", file.key(), storage.id(), failure.toString());
          return Future.failedFuture(
              Problem.unavailable(
                  "The file storage " + storage.id() + " is not available. Please retry."));
        });
  }

  private Future<Optional<Buffer>> readPiece(String key, int number) {
    return pool.preparedQuery(READ)
        .execute(Tuple.of(key, number))
        .map(rows -> rows.stream().map(row -> row.getBuffer(0)).findFirst());
  }

  @Override
  public Future<Boolean> delete(String key) {
    return pool.preparedQuery(DELETE).execute(Tuple.of(key)).map(done -> done.rowCount() > 0);
  }

  @Override
  public Future<Boolean> abandon(Draft upload) {
    return pool.preparedQuery(ABANDON)
        .execute(Tuple.of(upload.key(), upload.writer()))
        .map(done -> done.rowCount() > 0);
  }

  @Override
  public Future<Integer> deleteExpired() {
    return pool.query(DELETE_EXPIRED)
        .execute()
        .map(RowSet::rowCount)
        .onSuccess(deleted -> {
          if (deleted > 0) {
            LOG.info("Deleted {} expired uploads", deleted);
          }
        });
  }

  static StoredFile file(Row row) {
    String storage = row.getString("storage");
    long size = row.getLong("size");
    return new StoredFile(
        row.getString("key"),
        row.getString("name"),
        row.getString("content_type"),
        row.getBoolean("is_public"),
        size,
        storage.equals(FileStorages.POSTGRES)
            ? row.getInteger("pieces")
            : (int) Math.ceilDiv(size, StoredFile.CHUNK),
        storage);
  }
}
