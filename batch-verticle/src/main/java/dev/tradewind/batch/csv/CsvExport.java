package dev.tradewind.batch.csv;

import dev.tradewind.api.batch.FileClient.Draft;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.FileStore.Unfinished;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.text.Ids;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Export of resources to a CSV file, page by page: each page becomes a chunk of the file, followed
 * by a checkpoint. A takeover truncates the file to the checkpoint, so that nothing is written
 * twice.
 */
public abstract class CsvExport implements JobHandler {

  private static final int MAX_PAGE = 100;
  private static final int MAX_RESTARTS = 5;

  private final String resource;
  private final FileStore files;

  /**
   * @param resource name of the exported resource in the singular
   */
  protected CsvExport(String resource, FileStore files) {
    this.resource = resource;
    this.files = files;
  }

  /** Header and lines of a file. */
  public interface Columns {

    void writeHeader(CsvLines lines);

    /** Writes the lines of one resource. */
    void write(CsvLines lines, JsonObject resource);

    /** Whether every value of the resource has a column; if not, the export starts again. */
    default boolean holds(JsonObject resource) {
      return true;
    }
  }

  /** Counts the resources that the job selects, and determines what its columns depend on. */
  protected abstract int count(JobRun run);

  protected abstract Columns columns(JobRun run);

  /** Page with the resources under their plural, and the start of the next page. */
  protected abstract JsonObject page(JobRun run, JsonObject request);

  @Override
  public final void preProcess(JobRun run) {
    int count = measure(run);
    JsonObject descriptor =
        new JsonObject()
            .put("key", resource + "-export-count")
            .put("name", resourceTitle() + " count to export")
            .put(
                "message", "There will be " + count + " " + resource + "s exported by this action");
    run.result().put("stat_descriptors", new JsonArray().add(descriptor));
  }

  private String resourceTitle() {
    return resource.substring(0, 1).toUpperCase(Locale.ROOT) + resource.substring(1);
  }

  private int measure(JobRun run) {
    int left = Math.max(0, count(run) - listConfig(run).getInteger("skip"));
    return Math.min(left, limit(run));
  }

  /** Maximum number of resources of the job. */
  protected static int limit(JobRun run) {
    if (run.context().getValue("batch_size") instanceof Number limit) {
      return Math.max(0, limit.intValue());
    }
    return Integer.MAX_VALUE;
  }

  @Override
  public final void process(JobRun run) {
    JsonObject checkpoint = run.checkpoint();
    ExportProgress progress = checkpoint == null ? begin(run) : ExportProgress.of(checkpoint);
    // A previous worker may have crashed after completing the file.
    Optional<StoredFile> whole = run.await(() -> files.find(progress.key));
    finish(run, progress, whole.orElseGet(() -> write(run, progress)));
  }

  private StoredFile write(JobRun run, ExportProgress progress) {
    open(run, progress);
    Columns columns = columns(run);
    CsvLines lines = new CsvLines();
    if (progress.chunks == 0) {
      columns.writeHeader(lines);
    }
    boolean isLast = progress.count >= limit(run) || progress.isRead();
    while (!isLast) {
      JsonObject page = page(run, request(run, progress));
      List<JsonObject> resources = JsonArrays.objects(page.getJsonArray(resource + "s"));
      if (!resources.stream().allMatch(columns::holds)) {
        restart(run, progress);
        return write(run, progress);
      }
      resources.forEach(each -> columns.write(lines, each));
      progress.count += resources.size();
      progress.after = page.getJsonObject("after");
      isLast = progress.after == null || progress.count >= limit(run);
      append(run, progress, lines.take());
    }
    if (progress.chunks == 0) {
      append(run, progress, lines.take());
    }
    List<Draft> output = List.of(new Draft(progress.key, run.writer()));
    return run.await(() -> files.complete(output)).getFirst();
  }

  private static JsonObject request(JobRun run, ExportProgress progress) {
    JsonObject config = listConfig(run);
    int take = Math.clamp(config.getInteger("take"), 1, MAX_PAGE);
    return new JsonObject()
        .put("filters", filters(run))
        .put("order", config.getJsonObject("order"))
        .put("limit", Math.min(take, limit(run) - progress.count))
        .put("skip", progress.after == null ? config.getInteger("skip") : 0)
        .put("after", progress.after);
  }

  private void append(JobRun run, ExportProgress progress, Buffer bytes) {
    if (bytes.length() > 0) {
      Draft output = new Draft(progress.key, run.writer());
      run.await(() -> files.append(output, progress.chunks, bytes));
      progress.chunks++;
    }
    report(run, progress);
    run.save(progress.toJson());
  }

  private static void report(JobRun run, ExportProgress progress) {
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
        "exports/%1$ss/%1$s-export-%2$s-%3$s.csv"
            .formatted(resource, run.now().toEpochMilli(), suffix);
    ExportProgress progress = new ExportProgress(key, measure(run));
    report(run, progress);
    run.save(progress.toJson());
    return progress;
  }

  private void restart(JobRun run, ExportProgress progress) {
    if (progress.restarts == MAX_RESTARTS) {
      throw new JobFailedException("The " + resource + "s change too fast to be exported");
    }
    progress.rewind(measure(run));
    run.save(progress.toJson());
  }

  private static void finish(JobRun run, ExportProgress progress, StoredFile file) {
    progress.total = progress.count;
    report(run, progress);
    run.result().put("file_key", file.key()).put("file_size", file.size());
  }

  @Override
  public final void cleanUp(JobRun run, boolean isCompleted) {
    JsonObject checkpoint = run.checkpoint();
    if (!isCompleted && checkpoint != null) {
      run.await(() -> files.delete(ExportProgress.of(checkpoint).key));
    }
  }

  protected static JsonObject listConfig(JobRun run) {
    return run.context().getJsonObject("list_config");
  }

  protected static JsonObject filters(JobRun run) {
    if (run.context().getValue("filterable_fields") instanceof JsonObject filters) {
      return filters;
    }
    return new JsonObject();
  }
}
