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
 * Writes products into a file, page by page: a page becomes a piece of the file, and then the
 * checkpoint. Who takes over cuts the file back to the checkpoint, so that nothing is in it twice.
 */
public final class ProductExport implements JobHandler {

  private static final int LARGEST_PAGE = 100;
  private static final int MOST_BEGINNINGS = 5;

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

  /** Finds out which columns there are, and how many products. */
  private int measure(JobRun run) {
    JsonObject order = listConfig(run).getJsonObject("order");
    JsonObject counted = run.await(() -> catalog.exportShape(run.call(), filters(run), order));
    run.context().put("shape", ExportColumns.toContext(counted));
    int left = Math.max(0, counted.getInteger("count") - listConfig(run).getInteger("skip"));
    return Math.min(left, most(run));
  }

  /** Products that the job may export. */
  private static int most(JobRun run) {
    return run.context().getValue("batch_size") instanceof Number most
        ? Math.max(0, most.intValue())
        : Integer.MAX_VALUE;
  }

  @Override
  public void process(JobRun run) {
    JsonObject checkpoint = run.checkpoint();
    ExportProgress place = checkpoint == null ? begin(run) : ExportProgress.of(checkpoint);
    // Whoever worked on it before may have died behind its last step.
    Optional<StoredFile> whole = run.await(() -> files.find(place.key));
    if (whole.isPresent()) {
      finish(run, place, whole.get());
    } else {
      open(run, place);
      write(run, place);
    }
  }

  private void write(JobRun run, ExportProgress place) {
    ExportColumns shape = ExportColumns.ofContext(run.context().getJsonObject("shape"));
    CsvLines lines = new CsvLines();
    if (place.pieces == 0) {
      shape.header(lines);
    }
    boolean isLast = place.count >= most(run) || place.isRead();
    while (!isLast) {
      JsonObject page = page(run, place);
      JsonArray products = page.getJsonArray("products");
      if (products.stream().anyMatch(product -> !shape.holds((JsonObject) product))) {
        beginAgain(run, place);
        open(run, place);
        write(run, place);
        return;
      }
      place.count += products.size();
      place.after = page.getJsonObject("after");
      isLast = place.after == null || place.count >= most(run);
      products.forEach(product -> shape.product(lines, (JsonObject) product));
      write(run, place, lines.take());
    }
    if (place.pieces == 0) {
      write(run, place, lines.take());
    }
    List<Draft> draft = List.of(new Draft(place.key, run.writer()));
    finish(run, place, run.await(() -> files.complete(draft)).getFirst());
  }

  private JsonObject page(JobRun run, ExportProgress place) {
    JsonObject config = listConfig(run);
    int take = Math.clamp(config.getInteger("take"), 1, LARGEST_PAGE);
    JsonObject wanted =
        new JsonObject()
            .put("filters", filters(run))
            .put("order", config.getJsonObject("order"))
            .put("limit", Math.min(take, most(run) - place.count))
            .put("skip", place.after == null ? config.getInteger("skip") : 0)
            .put("after", place.after);
    return run.await(() -> catalog.exportProducts(run.call(), wanted)).toJsonObject();
  }

  private void write(JobRun run, ExportProgress place, Buffer bytes) {
    Draft draft = new Draft(place.key, run.writer());
    if (bytes.length() > 0) {
      run.await(() -> files.append(draft, place.pieces, bytes));
      place.pieces++;
    }
    show(run, place);
    run.save(place.toJson());
  }

  private static void show(JobRun run, ExportProgress place) {
    int count = Math.max(place.total, place.count);
    run.result()
        .put("count", count)
        .put("advancement_count", place.count)
        .put("progress", count == 0 ? 1 : (double) place.count / count);
  }

  /** From now on this worker writes the file, which ends where the checkpoint is. */
  private void open(JobRun run, ExportProgress place) {
    Draft draft = new Draft(place.key, run.writer());
    if (!run.await(() -> files.reopen(draft, place.pieces))) {
      if (place.pieces > 0) {
        throw new JobFailedException("The file " + place.key + " was deleted while it was written");
      }
      String name = place.key.substring(place.key.lastIndexOf('/') + 1);
      StoredFile file = StoredFile.empty(place.key, name, "text/csv", false);
      run.await(() -> files.begin(file, run.writer(), Unfinished.KEPT));
    }
  }

  /** The name is saved before there is a file of it, so that none is ever forgotten. */
  private ExportProgress begin(JobRun run) {
    String suffix = Ids.ulid().substring(16).toLowerCase(Locale.ROOT);
    String key =
        "exports/products/product-export-" + run.now().toEpochMilli() + "-" + suffix + ".csv";
    ExportProgress place = new ExportProgress(key, measure(run));
    show(run, place);
    run.save(place.toJson());
    return place;
  }

  /** Somebody has given a product more than there are columns for. */
  private void beginAgain(JobRun run, ExportProgress place) {
    if (place.beginnings == MOST_BEGINNINGS) {
      throw new JobFailedException("The products change too fast to be exported");
    }
    place.rewind(measure(run));
    run.save(place.toJson());
  }

  private static void finish(JobRun run, ExportProgress place, StoredFile file) {
    place.total = place.count;
    show(run, place);
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
