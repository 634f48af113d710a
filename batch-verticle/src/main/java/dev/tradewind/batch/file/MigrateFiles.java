package dev.tradewind.batch.file;

import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * Migration of all files from one storage to another. It queues the files and moves them one by
 * one, beside the nodes that do the same; the queue stays after an interruption.
 */
public final class MigrateFiles {

  private final Context context;
  private final FileMover mover;
  private final String from;
  private final String to;

  public MigrateFiles(Vertx vertx, Pool pool, FileStorage other, String from, String to) {
    this.context = vertx.getOrCreateContext();
    this.mover = new FileMover(pool, FileStorages.of(pool, other), Clock.systemUTC());
    this.from = from;
    this.to = to;
  }

  /** Files that are not in the target yet, and their bytes. */
  public record Backlog(long files, long bytes) {}

  /** Queues the files of the source. */
  public Future<Backlog> begin() {
    return run(() -> mover.queue(from, to)).compose(queued -> backlog());
  }

  /** Moves the next file. */
  public Future<FileMover.Outcome> moveNext() {
    return run(mover::moveNext);
  }

  public Future<Backlog> backlog() {
    return run(() -> mover.backlog(to)).map(left -> new Backlog(left.files(), left.bytes()));
  }

  private <T> Future<T> run(Supplier<Future<T>> work) {
    return Future.future(done -> context.runOnContext(start -> work.get().onComplete(done)));
  }
}
