package dev.tradewind.batch.file;

import dev.tradewind.batch.file.FileMoveStore.Backlog;
import dev.tradewind.batch.file.FileMoveStore.Move;
import dev.tradewind.batch.file.HashedStream.Checksum;
import dev.tradewind.kernel.background.BackgroundTask;
import dev.tradewind.kernel.operation.Tracing;
import dev.tradewind.kernel.queue.LeasedQueue;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.streams.ReadStream;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Mover of files between storages. The queue is in the database: a move that a node began and did
 * not end is begun again, under the same key. A copy is read back before it becomes the content of
 * the file, and the former one is removed a day later.
 */
public final class FileMover {

  private static final Logger LOG = LoggerFactory.getLogger(FileMover.class);

  private static final String MOVE = "move-files";
  private static final Duration MOVES = Duration.ofSeconds(1);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);
  private static final Duration REMOVALS = Duration.ofMinutes(1);

  private final FileMoveStore moves;
  private final FileStorages storages;

  public FileMover(Pool pool, FileStorages storages, Clock clock) {
    this.moves = new FileMoveStore(pool, clock);
    this.storages = storages;
  }

  public static LeasedQueue<?> moveQueue() {
    return FileMoveStore.MOVES;
  }

  public static LeasedQueue<?> removalQueue() {
    return FileMoveStore.REMOVALS;
  }

  public List<BackgroundTask> tasks() {
    return List.of(
        BackgroundTask.every(MOVES, MOVE, this::moveAll).whenIdleEvery(IDLE_INTERVAL),
        BackgroundTask.spread(REMOVALS, "remove-file-contents", this::removeAll));
  }

  /** Outcome of one step. */
  public enum Outcome {
    MOVED,
    /** The move failed and is repeated later. */
    POSTPONED,
    /** No file was to be moved. */
    NONE
  }

  /** Moves queued files until there is none, or one cannot be moved. */
  Future<Void> moveAll() {
    return moveNext()
        .compose(outcome -> outcome == Outcome.MOVED ? moveAll() : Future.succeededFuture());
  }

  /** Moves the next queued file. */
  Future<Outcome> moveNext() {
    return moves
        .lease(storages.ids())
        .compose(leased ->
            leased
                .map(move -> Tracing.background(MOVE, () -> move(move)))
                .orElse(Future.succeededFuture(Outcome.NONE)));
  }

  private Future<Outcome> move(Move move) {
    StoredFile file = move.file();
    return copy(file, storages.get(file.storage()), storages.get(move.target()))
        .compose(copied -> moves.finish(move))
        .map(moved -> Outcome.MOVED)
        .onSuccess(moved -> LOG.debug("Moved file {} to {}", file.key(), move.target()))
        .recover(failure -> {
          LOG.warn(
              "Moving file {} to {} failed at attempt {}: {}",
              file.key(),
              move.target(),
              move.attempts(),
              failure.toString());
          return moves.postpone(move).map(Outcome.POSTPONED);
        });
  }

  private static Future<Void> copy(StoredFile file, FileStorage from, FileStorage to) {
    return content(file, from)
        .compose(content -> to.write(file.object(), content).map(written -> content.checksum()))
        .compose(sent ->
            content(file, to)
                .compose(copy ->
                    PostgresContentStore.end(copy)
                        .compose(read -> requireEqual(file, sent, copy.checksum()))));
  }

  private static Future<Void> requireEqual(StoredFile file, Checksum sent, Checksum stored) {
    if (sent.equals(stored) && sent.size() == file.size()) {
      return Future.succeededFuture();
    }
    return Future.failedFuture("The copy has the checksum " + stored + " instead of " + sent);
  }

  private static Future<HashedStream> content(StoredFile file, FileStorage storage) {
    Future<ReadStream<Buffer>> content =
        file.size() == 0
            ? Future.succeededFuture(
                new PulledStream(() -> Future.succeededFuture(Optional.empty())))
            : storage.read(file.object(), 0, file.size());
    return content.map(HashedStream::new);
  }

  /** Removes content that is due, from one storage beside the other. */
  Future<Void> removeAll() {
    return Future.join(storages.ids().stream().map(this::removeAll).toList()).mapEmpty();
  }

  private Future<Void> removeAll(String storage) {
    return moves
        .remove(storage, content -> storages.get(storage).delete(content.object()))
        .compose(removed -> removed ? removeAll(storage) : Future.succeededFuture());
  }

  /** Queues the files of a storage for another one, and answers their number. */
  Future<Integer> queue(String from, String to) {
    return moves.queue(from, to);
  }

  Future<Backlog> backlog(String target) {
    return moves.backlog(target);
  }
}
