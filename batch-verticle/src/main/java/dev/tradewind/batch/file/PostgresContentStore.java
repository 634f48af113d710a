package dev.tradewind.batch.file;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.spi.file.FileObject;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Optional;

/**
 * File storage in the batch schema, shared by all nodes without further infrastructure. The pieces
 * of a file are read only where the list of files names this storage, so a partial copy is never
 * visible.
 */
final class PostgresContentStore implements FileStorage {

  private static final String SIZE =
      "SELECT coalesce(sum(length(bytes)), 0)::bigint FROM file_piece WHERE file_key = $1";

  private static final String WRITE =
      "INSERT INTO file_piece (file_key, number, bytes) VALUES ($1, $2, $3)";

  private static final String READ =
      "SELECT bytes FROM file_piece WHERE file_key = $1 AND number = $2";

  /** Piece that has the byte, and the bytes before it in the piece. */
  private static final String LOCATE =
      """
      SELECT number, $2 - start AS skipped
      FROM (
        SELECT number,
          sum(length(bytes)) OVER (ORDER BY number) - length(bytes) AS start
        FROM file_piece
        WHERE file_key = $1
      ) AS piece
      WHERE start <= $2
      ORDER BY number DESC
      LIMIT 1
      """;

  private static final String DELETE =
      """
      DELETE FROM file_piece
      USING file
      WHERE file_key = $1 AND file.key = $1 AND file.storage <> 'postgres'
      """;

  private final Pool pool;

  PostgresContentStore(Pool pool) {
    this.pool = pool;
  }

  @Override
  public String id() {
    return FileStorages.POSTGRES;
  }

  /** Pieces of the same size are the former copy of a file that was moved: downloads read them. */
  @Override
  public Future<Void> write(FileObject file, ReadStream<Buffer> content) {
    return pool.preparedQuery(SIZE)
        .execute(Tuple.of(file.key()))
        .compose(sizes ->
            sizes.iterator().next().getLong(0) == file.size()
                ? end(content)
                : delete(file).compose(deleted -> new Writing(file.key(), content).run()));
  }

  /** Reads a stream to its end. */
  static Future<Void> end(ReadStream<Buffer> content) {
    Promise<Void> ended = Promise.promise();
    content
        .exceptionHandler(ended::tryFail)
        .endHandler(end -> ended.tryComplete())
        .handler(ignored -> {});
    content.resume();
    return ended.future();
  }

  /** Pieces written one at a time. */
  private final class Writing {

    private final String key;
    private final ReadStream<Buffer> content;
    private final Promise<Void> written = Promise.promise();
    private Buffer pending = Buffer.buffer();
    private int number;

    Writing(String key, ReadStream<Buffer> content) {
      this.key = key;
      this.content = content;
    }

    Future<Void> run() {
      content
          .exceptionHandler(written::tryFail)
          .endHandler(end -> writeAll(1).onComplete(written))
          .handler(this::add);
      content.fetch(1);
      return written.future();
    }

    private void add(Buffer more) {
      pending.appendBuffer(more);
      writeAll(FileClient.CHUNK).onSuccess(done -> content.fetch(1)).onFailure(written::tryFail);
    }

    private Future<Void> writeAll(int atLeast) {
      if (pending.length() < atLeast) {
        return Future.succeededFuture();
      }
      int length = Math.min(pending.length(), FileClient.CHUNK);
      Buffer piece = pending.getBuffer(0, length);
      pending = pending.getBuffer(length, pending.length());
      return pool.preparedQuery(WRITE)
          .execute(Tuple.of(key, number++, piece))
          .compose(done -> writeAll(atLeast));
    }
  }

  @Override
  public Future<ReadStream<Buffer>> read(FileObject file, long offset, long length) {
    return pool.preparedQuery(LOCATE)
        .execute(Tuple.of(file.key(), offset))
        .map(rows -> {
          if (rows.size() == 0) {
            throw PostgresFileStore.notFound(file.key());
          }
          return new Range(
              file.key(),
              rows.iterator().next().getInteger("number"),
              rows.iterator().next().getNumeric("skipped").intValue(),
              length);
        })
        .map(range -> new PulledStream(range::next));
  }

  /** Range of the content while its pieces are read. */
  private final class Range {

    private final String key;
    private int number;
    private int skipped;
    private long left;

    Range(String key, int number, int skipped, long length) {
      this.key = key;
      this.number = number;
      this.skipped = skipped;
      this.left = length;
    }

    Future<Optional<Buffer>> next() {
      if (left == 0) {
        return Future.succeededFuture(Optional.empty());
      }
      return pool.preparedQuery(READ)
          .execute(Tuple.of(key, number++))
          .map(rows -> {
            if (rows.size() == 0) {
              throw PostgresFileStore.notFound(key);
            }
            Buffer piece = rows.iterator().next().getBuffer(0);
            Buffer part = piece.slice(skipped, (int) Math.min(piece.length(), skipped + left));
            skipped = 0;
            left -= part.length();
            return Optional.of(part);
          });
    }
  }

  /** Keeps the pieces of a file that has its content here. */
  @Override
  public Future<Void> delete(FileObject file) {
    return pool.preparedQuery(DELETE).execute(Tuple.of(file.key())).mapEmpty();
  }

  @Override
  public Optional<String> downloadUrl(FileObject file, Duration life) {
    return Optional.empty();
  }
}
