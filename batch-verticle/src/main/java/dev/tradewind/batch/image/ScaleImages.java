package dev.tradewind.batch.image;

import dev.tradewind.api.retention.FileLimits;
import dev.tradewind.batch.file.FileStorages;
import dev.tradewind.batch.file.PostgresFileStore;
import dev.tradewind.spi.file.FileStorage;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Making of the smaller sizes of images that were uploaded before there were sizes. It goes through
 * the images without sizes one by one, beside the nodes; after an interruption those that have some
 * are left out. New uploads do not wait for it.
 */
public final class ScaleImages {

  private final Context context;
  private final ImageTaskStore tasks;
  private final ImageSizer sizer;

  /**
   * @param storage storage of files beside the database; absent: the database alone
   */
  public ScaleImages(Vertx vertx, Pool pool, @Nullable FileStorage storage) {
    FileStorages storages = FileStorages.of(pool, storage);
    this.context = vertx.getOrCreateContext();
    this.tasks = new ImageTaskStore(pool, storages);
    this.sizer =
        new ImageSizer(
            vertx,
            new PostgresFileStore(pool, storages, FileLimits.DEFAULT),
            tasks,
            Clock.systemUTC());
  }

  /** Images without sizes: those to come, and those that are too small or cannot be read. */
  public Future<Long> count() {
    return run(tasks::countWithoutSizes);
  }

  /** Makes the sizes of the first image after that key; answers its key, empty after the last. */
  public Future<Optional<String>> next(String after) {
    return run(() ->
        tasks
            .findWithoutSizes(after)
            .compose(found ->
                found
                    .map(key -> sizer.make(key).map(found))
                    .orElse(Future.succeededFuture(found))));
  }

  private <T> Future<T> run(Supplier<Future<T>> work) {
    return Future.future(done -> context.runOnContext(start -> work.get().onComplete(done)));
  }
}
