package dev.tradewind.batch.image;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.batch.file.FileStorages;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.kernel.async.Futures;
import dev.tradewind.kernel.queue.LeasedQueue;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Store of uploaded images whose smaller sizes are to be made, and of the sizes. */
public final class ImageTaskStore {

  /** Images to be scaled; one whose node dies is tried three times. */
  public static final LeasedQueue<String> QUEUE =
      LeasedQueue.<String>in("image_task", "make-image-sizes", List.of("file_key"))
          .due("next_at")
          .reading("file_key", row -> row.getString("file_key"))
          .leasedFor(Duration.ofMinutes(5))
          .attempts("attempts")
          .leasedAtMost(3)
          .build();

  private static final String ADD =
      """
      WITH added AS (
        INSERT INTO file
          (key, name, content_type, is_public, size, pieces, writer, completed_at, original)
        SELECT $2, $3, 'image/jpeg', is_public, $4, cardinality($5::bytea[]), writer, now(), key
        FROM file
        WHERE key = $1
        ON CONFLICT DO NOTHING
        RETURNING key
      ),
      filled AS (
        INSERT INTO file_piece (file_key, number, bytes)
        SELECT key, rank - 1, bytes
        FROM added, unnest($5::bytea[]) WITH ORDINALITY AS piece (bytes, rank)
      )
      INSERT INTO file_move (file_key, target)
      SELECT key, $6
      FROM added
      WHERE $6 <> 'postgres'
      """;

  private static final String WITHOUT_SIZES =
      """
      FROM file
      WHERE key > $1
        AND completed_at IS NOT NULL
        AND is_public
        AND original IS NULL
        AND content_type IN ('image/jpeg', 'image/png', 'image/gif', 'image/webp')
        AND width IS NULL
      """;

  private static final String MEASURE = "UPDATE file SET width = $2, height = $3 WHERE key = $1";

  /** Also of an image whose sizes were made without a lease. */
  private static final String END = "DELETE FROM image_task WHERE file_key = $1";

  private final Pool pool;
  private final FileStorages storages;

  public ImageTaskStore(Pool pool, FileStorages storages) {
    this.pool = pool;
    this.storages = storages;
  }

  /** Works on the next uploaded image, given by its key; false if none is due. */
  Future<Boolean> workOnNext(Clock clock, Function<String, Future<?>> work) {
    return QUEUE.workOnDue(pool, clock, 1, leased -> work.apply(leased.item()));
  }

  /** The first public image without sizes after that key, by key. */
  Future<Optional<String>> findWithoutSizes(String after) {
    return pool.preparedQuery("SELECT key " + WITHOUT_SIZES + "ORDER BY key LIMIT 1")
        .execute(Tuple.of(after))
        .map(rows -> rows.stream().map(row -> row.getString(0)).findFirst());
  }

  Future<Long> countWithoutSizes() {
    return pool.preparedQuery("SELECT count(*) " + WITHOUT_SIZES)
        .execute(Tuple.of(""))
        .map(rows -> rows.iterator().next().getLong(0));
  }

  /**
   * Stores the sizes of an image and ends its task; a deleted image gets none.
   *
   * @param scaled null: the image has none
   */
  Future<Void> finish(StoredFile image, @Nullable ScaledImage scaled) {
    if (scaled == null) {
      return end(pool, image.key());
    }
    return pool.withTransaction(db ->
        Futures.sequence(
                scaled.files().entrySet(), size -> add(db, image, size.getKey(), size.getValue()))
            .compose(done ->
                db.preparedQuery(MEASURE)
                    .execute(Tuple.of(image.key(), scaled.width(), scaled.height())))
            .compose(done -> end(db, image.key())));
  }

  private Future<Void> add(SqlConnection db, StoredFile image, int width, byte[] content) {
    int dot = image.name().lastIndexOf('.');
    String base = dot > 0 ? image.name().substring(0, dot) : image.name();
    return db.preparedQuery(ADD)
        .execute(
            Tuple.of(
                image.key(),
                StoredFile.keyOfSize(image.key(), width),
                base + "-" + width + ".jpg",
                (long) content.length,
                pieces(content),
                storages.target()))
        .mapEmpty();
  }

  private static Buffer[] pieces(byte[] content) {
    Buffer all = Buffer.buffer(content);
    List<Buffer> pieces = new ArrayList<>();
    for (int at = 0; at < all.length(); at += FileClient.CHUNK) {
      pieces.add(all.getBuffer(at, Math.min(all.length(), at + FileClient.CHUNK)));
    }
    return pieces.toArray(Buffer[]::new);
  }

  private static Future<Void> end(SqlClient db, String key) {
    return db.preparedQuery(END).execute(Tuple.of(key)).mapEmpty();
  }
}
