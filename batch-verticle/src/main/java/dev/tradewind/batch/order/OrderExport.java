package dev.tradewind.batch.order;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.api.order.OrderClient;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.product.CsvLines;
import dev.tradewind.batch.product.ExportProgress;
import dev.tradewind.kernel.Ids;
import dev.tradewind.kernel.JsonArrays;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Export of orders to a CSV file, page by page: each page becomes a chunk of the file, followed by
 * a checkpoint. A takeover truncates the file to the checkpoint, so that nothing is written twice.
 */
public final class OrderExport implements JobHandler {

  private static final int LARGEST_PAGE = 100;

  private final OrderClient orders;
  private final FileStore files;

  public OrderExport(OrderClient orders, FileStore files) {
    this.orders = orders;
    this.files = files;
  }

  @Override
  public void preProcess(JobRun run) {
    int count = measure(run);
    JsonObject descriptor =
        new JsonObject()
            .put("key", "order-export-count")
            .put("name", "Order count to export")
            .put("message", "There will be " + count + " orders exported by this action");
    run.result().put("stat_descriptors", new JsonArray().add(descriptor));
  }

  private int measure(JobRun run) {
    int count =
        run.await(() -> orders.exportOrders(run.call(), wanted(run, null, 0)))
            .toJsonObject()
            .getInteger("count");
    return Math.min(Math.max(0, count - listConfig(run).getInteger("skip")), limit(run));
  }

  /** Maximum number of orders of the job. */
  private static int limit(JobRun run) {
    return run.context().getValue("batch_size") instanceof Number most
        ? Math.max(0, most.intValue())
        : Integer.MAX_VALUE;
  }

  private static JsonObject wanted(JobRun run, @Nullable JsonObject after, int limit) {
    JsonObject config = listConfig(run);
    return new JsonObject()
        .put(
            "filters",
            run.context().getValue("filterable_fields") instanceof JsonObject filters
                ? filters
                : new JsonObject())
        .put("order", config.getJsonObject("order"))
        .put("relations", config.getJsonArray("relations"))
        .put("limit", limit)
        .put("skip", after == null ? config.getInteger("skip") : 0)
        .put("after", after);
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
    List<OrderColumn> columns = OrderColumn.selected(selected(run));
    CsvLines lines = new CsvLines();
    if (progress.chunks == 0) {
      columns.forEach(column -> column.headers().forEach(lines::cell));
      lines.end();
    }
    boolean isLast = progress.count >= limit(run) || progress.isRead();
    while (!isLast) {
      int take = Math.clamp(listConfig(run).getInteger("take"), 1, LARGEST_PAGE);
      int size = Math.min(take, limit(run) - progress.count);
      JsonObject page =
          run.await(() -> orders.exportOrders(run.call(), wanted(run, progress.after, size)))
              .toJsonObject();
      for (JsonObject order : JsonArrays.objects(page.getJsonArray("orders"))) {
        columns.forEach(column -> column.cells(order).forEach(lines::cell));
        lines.end();
        progress.count++;
      }
      progress.after = page.getJsonObject("after");
      isLast = progress.after == null || progress.count >= limit(run);
      append(run, progress, lines.take());
    }
    if (progress.chunks == 0) {
      append(run, progress, lines.take());
    }
    List<Draft> output = List.of(new Draft(progress.key, run.writer()));
    finish(run, progress, run.await(() -> files.complete(output)).getFirst());
  }

  private void append(JobRun run, ExportProgress progress, Buffer bytes) {
    if (bytes.length() > 0) {
      Draft output = new Draft(progress.key, run.writer());
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
    String key = "exports/orders/order-export-" + run.now().toEpochMilli() + "-" + suffix + ".csv";
    ExportProgress progress = new ExportProgress(key, measure(run));
    show(run, progress);
    run.save(progress.toJson());
    return progress;
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

  private static Set<String> selected(JobRun run) {
    JsonObject config = listConfig(run);
    Set<String> names = new HashSet<>(JsonArrays.strings(config.getJsonArray("select")));
    names.addAll(JsonArrays.strings(config.getJsonArray("relations")));
    return names;
  }

  private static JsonObject listConfig(JobRun run) {
    return run.context().getJsonObject("list_config");
  }
}
