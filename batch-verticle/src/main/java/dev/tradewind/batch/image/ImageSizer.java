package dev.tradewind.batch.image;

import dev.tradewind.api.batch.FileClient;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.image.ImageScaler.RefusedImageException;
import dev.tradewind.kernel.background.BackgroundTask;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.core.buffer.Buffer;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Background task that makes the smaller sizes of uploaded images, one at a time on a thread of its
 * own. The upload does not wait for it; an image that cannot be read has no sizes.
 */
public final class ImageSizer {

  private static final Logger LOG = LoggerFactory.getLogger(ImageSizer.class);

  private static final String TASK = "make-image-sizes";

  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

  /** Threads of a node: each may need a hundred megabytes. */
  private static final int THREADS = 1;

  private final FileStore files;
  private final ImageTaskStore tasks;
  private final Clock clock;
  private final WorkerExecutor worker;
  private final ImageScaler scaler = new ImageScaler(FileClient.IMAGE_WIDTHS);

  public ImageSizer(Vertx vertx, FileStore files, ImageTaskStore tasks, Clock clock) {
    this.files = files;
    this.tasks = tasks;
    this.clock = clock;
    this.worker = vertx.createSharedWorkerExecutor("image-sizes", THREADS);
  }

  public BackgroundTask task() {
    return BackgroundTask.every(INTERVAL, TASK, this::makeAll).whenIdleEvery(IDLE_INTERVAL);
  }

  private Future<Void> makeAll() {
    return tasks
        .workOnNext(clock, this::make)
        .compose(made -> made ? makeAll() : Future.succeededFuture());
  }

  /** Makes the sizes of an image, whether or not there is a task. */
  Future<Void> make(String key) {
    return files
        .find(key)
        .compose(found ->
            found
                .map(image -> scaled(image).compose(scaled -> tasks.finish(image, scaled)))
                .orElse(Future.succeededFuture()));
  }

  private Future<@Nullable ScaledImage> scaled(StoredFile image) {
    if (image.size() > ImageScaler.MAX_BYTES) {
      return refused(image, "it has " + image.size() + " bytes");
    }
    return read(image, 0, Buffer.buffer((int) image.size()))
        .<@Nullable ScaledImage>compose(
            content -> worker.executeBlocking(() -> scaler.scale(content.getBytes())))
        .recover(failure -> {
          if (failure instanceof RefusedImageException) {
            return refused(image, String.valueOf(failure.getMessage()));
          }
          return Future.failedFuture(failure);
        });
  }

  private static Future<@Nullable ScaledImage> refused(StoredFile image, String reason) {
    LOG.info("Made no sizes of image {}: {}", image.key(), reason);
    return Future.succeededFuture();
  }

  private Future<Buffer> read(StoredFile image, int number, Buffer content) {
    if (number == image.chunks()) {
      return Future.succeededFuture(content);
    }
    return files
        .read(image.key(), image.storage(), number)
        .compose(chunk -> read(image, number + 1, content.appendBuffer(chunk.orElseThrow())));
  }
}
