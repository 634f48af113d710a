package dev.tradewind.batch.product;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.kernel.Ids;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Export of products to a CSV file, page by page: each page becomes a chunk of the file, followed
 * by a checkpoint. A takeover truncates the file to the checkpoint, so that nothing is written
 * twice.
 */
public final class ProductExport implements JobHandler {

  private static final int LARGEST_PAGE = 100;
  private static final int MAX_RESTARTS = 5;

  private final BulkClient catalog;
  private final FileStore files;

  public ProductExport(BulkClient catalog, FileStore files) {
    this.catalog = catalog;
    this.files = files;
  }

  @Override
  public void preProcess(JobRun run) {
    int count = measure(run);
    JsonObject descriptor =
        new JsonObject()
            .put("key", "product-export-count")
            .put("name", "Product count to export")
            .put("message", "There will be " + count + " products exported by this action");
    run.result().put("stat_descriptors", new JsonArray().add(descriptor));
  }

  /** Determines the columns and counts the products. */
  private int measure(JobRun run) {
    JsonObject order = listConfig(run).getJsonObject("order");
    JsonObject counted = run.await(() -> catalog.exportShape(run.call(), filters(run), order));
    run.context().put("shape", ExportColumns.toContext(counted));
    int left = Math.max(0, counted.getInteger("count") - listConfig(run).getInteger("skip"));
    return Math.min(left, limit(run));
  }

  /** Maximum number of products of the job. */
  private static int limit(JobRun run) {
    return run.context().getValue("batch_size") instanceof Number most
        ? Math.max(0, most.intValue())
        : Integer.MAX_VALUE;
  }

  @Override
  public void process(JobRun run) {
    JsonObject checkpoint = run.checkpoint();
    ExportProgress progress = checkpoint == null ? begin(run) : ExportProgress.of(checkpoint);
    // A previous worker may have crashed after completing the file.
    Optional<StoredFile> whole = run.await(() -> files.find(progress.key));
    if (whole.isPresent()) {
      finish(run, progress, whole.get());
    } else {
      open(run, progress);
      write(run, progress);
    }
  }

  private void write(JobRun run, ExportProgress progress) {
    ExportColumns shape = ExportColumns.ofContext(run.context());
    CsvLines lines = new CsvLines();
    if (progress.chunks == 0) {
      shape.header(lines);
    }
    boolean isLast = progress.count >= limit(run) || progress.isRead();
    while (!isLast) {
      JsonObject page = page(run, progress);
      JsonArray products = page.getJsonArray("products");
      if (products.stream().anyMatch(product -> !shape.holds((JsonObject) product))) {
        restart(run, progress);
        open(run, progress);
        write(run, progress);
        return;
      }
      progress.count += products.size();
      progress.after = page.getJsonObject("after");
      isLast = progress.after == null || progress.count >= limit(run);
      products.forEach(product -> shape.product(lines, (JsonObject) product));
      write(run, progress, lines.take());
    }
    if (progress.chunks == 0) {
      write(run, progress, lines.take());
    }
    List<Draft> output = List.of(new Draft(progress.key, run.writer()));
    finish(run, progress, run.await(() -> files.complete(output)).getFirst());
  }

  private JsonObject page(JobRun run, ExportProgress progress) {
    JsonObject config = listConfig(run);
    int take = Math.clamp(config.getInteger("take"), 1, LARGEST_PAGE);
    JsonObject wanted =
        new JsonObject()
            .put("filters", filters(run))
            .put("order", config.getJsonObject("order"))
            .put("limit", Math.min(take, limit(run) - progress.count))
            .put("skip", progress.after == null ? config.getInteger("skip") : 0)
            .put("after", progress.after);
    return run.await(() -> catalog.exportProducts(run.call(), wanted)).toJsonObject();
  }

  private void write(JobRun run, ExportProgress progress, Buffer bytes) {
    Draft output = new Draft(progress.key, run.writer());
    if (bytes.length() > 0) {
      run.await(() -> files.append(output, progress.chunks, bytes));
      progress.chunks++;
    }
    show(run, progress);
    run.save(progress.toJson());
  }

  private static void show(JobRun run, ExportProgress progress) {
    int count = Math.max(progress.total, progress.count);
    run.result()
        .put("count", count)
        .put("advancement_count", progress.count)
        .put("progress", count == 0 ? 1 : (double) progress.count / count);
  }

  /** Makes this worker the writer of the file, truncated to the checkpoint. */
  private void open(JobRun run, ExportProgress progress) {
    Draft output = new Draft(progress.key, run.writer());
    if (!run.await(() -> files.reopen(output, progress.chunks))) {
      if (progress.chunks > 0) {
        throw new JobFailedException(
            "The file " + progress.key + " was deleted while it was written");
      }
      String name = progress.key.substring(progress.key.lastIndexOf('/') + 1);
      StoredFile file = StoredFile.empty(progress.key, name, "text/csv", false);
      run.await(() -> files.begin(file, run.writer(), Unfinished.RETAINED));
    }
  }

  /**
   * Starts the export. Its file key is saved before the file is created, so that no file is
   * orphaned.
   */
  private ExportProgress begin(JobRun run) {
    String suffix = Ids.ulid().substring(16).toLowerCase(Locale.ROOT);
    String key =
        "exports/products/product-export-" + run.now().toEpochMilli() + "-" + suffix + ".csv";
    ExportProgress progress = new ExportProgress(key, measure(run));
    show(run, progress);
    run.save(progress.toJson());
    return progress;
  }

  /** Restarts because a product has outgrown the columns. */
  private void restart(JobRun run, ExportProgress progress) {
    if (progress.restarts == MAX_RESTARTS) {
      throw new JobFailedException("The products change too fast to be exported");
    }
    progress.rewind(measure(run));
    run.save(progress.toJson());
  }

  private static void finish(JobRun run, ExportProgress progress, StoredFile file) {
    progress.total = progress.count;
    show(run, progress);
    run.result().put("file_key", file.key()).put("file_size", file.size());
  }

  @Override
  public void cleanUp(JobRun run, boolean isCompleted) {
    JsonObject checkpoint = run.checkpoint();
    if (!isCompleted && checkpoint != null) {
      run.await(() -> files.delete(ExportProgress.of(checkpoint).key));
    }
  }

  private static JsonObject listConfig(JobRun run) {
    return run.context().getJsonObject("list_config");
  }

  private static JsonObject filters(JobRun run) {
    return run.context().getValue("filterable_fields") instanceof JsonObject filters
        ? filters
        : new JsonObject();
  }
}
