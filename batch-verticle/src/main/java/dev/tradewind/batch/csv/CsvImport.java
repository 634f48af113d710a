package dev.tradewind.batch.csv;

import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Import of a CSV file in two passes: the first one validates it and counts the changes, the second
 * one applies it in chunks. Every worker reads the same chunks, and the catalog verticle applies
 * each one once.
 *
 * @param <E> entry of the file: one line, or several lines of one resource
 */
public abstract class CsvImport<E> implements JobHandler {

  private final FileStore files;

  /** Values that must be unique in the file, by the job. */
  protected final ImportUniquenessStore keys;

  protected CsvImport(FileStore files, ImportUniquenessStore keys) {
    this.files = files;
    this.keys = keys;
  }

  /** Reader of the entries of a file. */
  @FunctionalInterface
  public interface Reader<E> {

    /** Entries of the next chunk; empty at the end of the file. */
    List<E> nextChunk();
  }

  /** First pass over a file. */
  public interface Validation<E> {

    void check(List<E> chunk, ImportErrors errors);

    /** Adds the counts of the changes to the result of the job. */
    void report(JsonObject result);
  }

  /** Second pass over a file. */
  public interface Application<E> {

    /** Last line that was applied, over all workers. */
    long line();

    /** Applies a chunk; refused lines are errors. */
    void apply(List<E> chunk, ImportErrors errors);

    /** Number of changes applied, over all workers. */
    int count();

    JsonObject checkpoint();

    /** Ends the import after the last chunk. */
    default void finish() {}
  }

  /** Reads the header, and finds what its columns refer to. */
  protected abstract Reader<E> reader(JobRun run, CsvFile file, ImportErrors errors);

  /** First line of an entry. */
  protected abstract long line(E entry);

  protected abstract Validation<E> validation(JobRun run);

  /**
   * @param checkpoint null at the start
   */
  protected abstract Application<E> application(JobRun run, @Nullable JsonObject checkpoint);

  @Override
  public final void preProcess(JobRun run) {
    deleteKeys(run); // Left by a previous attempt.
    ImportErrors errors = new ImportErrors();
    Reader<E> reader = open(run, errors);
    Validation<E> validation = validation(run);
    List<E> chunk = reader.nextChunk();
    while (!chunk.isEmpty() && !errors.areTooMany()) {
      name(run, chunk);
      validation.check(chunk, errors);
      run.goOn();
      chunk = reader.nextChunk();
    }
    errors.throwIfAny();
    run.result().put("advancement_count", 0).put("progress", 0);
    validation.report(run.result());
  }

  @Override
  public final void process(JobRun run) {
    ImportErrors errors = new ImportErrors();
    Reader<E> reader = open(run, errors);
    Application<E> application = application(run, run.checkpoint());
    List<E> chunk = skip(run, reader, application.line());
    while (!chunk.isEmpty()) {
      errors.throwIfAny();
      ImportErrors refused = new ImportErrors();
      name(run, chunk);
      application.apply(chunk, refused);
      refused.throwIfAny();
      report(run, application);
      run.save(application.checkpoint());
      chunk = reader.nextChunk();
    }
    errors.throwIfAny();
    application.finish();
    // A file without lines has no chunk that would have reported its progress.
    report(run, application);
  }

  private void name(JobRun run, List<E> chunk) {
    run.at("Lines %s to %s".formatted(line(chunk.getFirst()), line(chunk.getLast())));
  }

  /** First chunk after the line. */
  private List<E> skip(JobRun run, Reader<E> reader, long line) {
    List<E> chunk = reader.nextChunk();
    while (!chunk.isEmpty() && line(chunk.getFirst()) <= line) {
      run.goOn();
      chunk = reader.nextChunk();
    }
    return chunk;
  }

  private static void report(JobRun run, Application<?> application) {
    int done = application.count();
    int count = Math.max(done, run.result().getInteger("count", done));
    run.result()
        .put("advancement_count", done)
        .put("progress", count == 0 ? 1 : (double) done / count);
  }

  private Reader<E> open(JobRun run, ImportErrors errors) {
    if (!(run.context().getValue("fileKey") instanceof String key)) {
      throw new JobFailedException("The context names no fileKey");
    }
    StoredFile file =
        run.await(() -> files.find(key))
            .orElseThrow(() -> new JobFailedException("The file " + key + " was not found"));
    return reader(run, CsvFile.of(new FileInput(run, files, file)), errors);
  }

  @Override
  public final void cleanUp(JobRun run, boolean isCompleted) {
    deleteKeys(run);
    if (isCompleted && run.context().getValue("fileKey") instanceof String key) {
      run.await(() -> files.delete(key));
    }
  }

  private void deleteKeys(JobRun run) {
    boolean isMore = true;
    while (isMore) {
      isMore = run.await(() -> keys.deleteBatch(run.jobId()));
    }
  }
}
