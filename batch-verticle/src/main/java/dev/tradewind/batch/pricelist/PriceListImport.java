package dev.tradewind.batch.pricelist;

import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.product.CsvFile;
import dev.tradewind.batch.product.FileInput;
import dev.tradewind.batch.product.ImportColumn;
import dev.tradewind.batch.product.ImportErrors;
import dev.tradewind.batch.product.ImportUniquenessStore;
import dev.tradewind.batch.product.PriceColumnResolver;
import dev.tradewind.kernel.JsonBytes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Import of the prices of a price list from a CSV file in two passes: the first one validates it,
 * the second one writes the prices in chunks, each of which the catalog verticle applies once. At
 * the end the list has the prices of the file and no others.
 */
public final class PriceListImport implements JobHandler {

  private static final String VARIANT = "list-variant";

  private final BulkClient catalog;
  private final FileStore files;
  private final ImportUniquenessStore keys;

  public PriceListImport(BulkClient catalog, FileStore files, ImportUniquenessStore keys) {
    this.catalog = catalog;
    this.files = files;
    this.keys = keys;
  }

  @Override
  public void preProcess(JobRun run) {
    deleteKeys(run); // Left by a previous attempt.
    ImportErrors errors = new ImportErrors();
    PriceListReader reader = open(run, errors);
    int count = 0;
    List<PriceListLine> lines = reader.nextChunk();
    while (!lines.isEmpty() && !errors.areTooMany()) {
      count += lines.size();
      check(run, lines, errors);
      run.goOn();
      lines = reader.nextChunk();
    }
    errors.throwIfAny();
    JsonObject descriptor =
        new JsonObject()
            .put("key", "price-list-import-count")
            .put("name", "PriceList to import")
            .put("message", count + " prices will be added");
    run.result()
        .put("count", count)
        .put("advancement_count", 0)
        .put("progress", 0)
        .put("operations", new JsonObject().put("prices_create", count))
        .put("stat_descriptors", new JsonArray().add(descriptor));
  }

  /** Requires every line to name an existing variant that no other line names. */
  private void check(JobRun run, List<PriceListLine> lines, ImportErrors errors) {
    JsonObject answer =
        run.await(() -> catalog.checkListPrices(run.call(), JsonBytes.of(document(run, lines))))
            .toJsonObject();
    addErrors(answer, errors);
    List<ImportUniquenessStore.Key> found = new ArrayList<>();
    answer
        .getJsonObject("variants")
        .forEach(line ->
            found.add(
                new ImportUniquenessStore.Key(
                    VARIANT, (String) line.getValue(), Long.parseLong(line.getKey()))));
    for (ImportUniquenessStore.Repeated repeated : run.await(() -> keys.add(run.jobId(), found))) {
      errors.add(
          repeated.key().line(),
          PriceListReader.VARIANT_ID,
          repeated.key().key() + " is in line " + repeated.firstLine() + " already");
    }
  }

  private static void addErrors(JsonObject answer, ImportErrors errors) {
    for (Object each : answer.getJsonArray("errors", new JsonArray())) {
      JsonObject error = (JsonObject) each;
      String column =
          error.getString("field").equals("sku") ? PriceListReader.SKU : PriceListReader.VARIANT_ID;
      errors.add(error.getLong("line"), column, error.getString("message"));
    }
  }

  private static JsonObject document(JobRun run, List<PriceListLine> lines) {
    return new JsonObject()
        .put("job_id", run.jobId())
        .put("price_list_id", priceList(run))
        .put("lines", new JsonArray(lines.stream().map(PriceListLine::toJson).toList()));
  }

  @Override
  public void process(JobRun run) {
    Progress progress = Progress.of(run.checkpoint());
    ImportErrors errors = new ImportErrors();
    PriceListReader reader = open(run, errors);
    List<PriceListLine> lines = next(run, reader, progress.line);
    while (!lines.isEmpty()) {
      errors.throwIfAny();
      apply(run, lines, progress);
      show(run, progress);
      run.save(progress.toJson());
      lines = reader.nextChunk();
    }
    errors.throwIfAny();
    run.await(() -> catalog.finishListPrices(run.call(), run.jobId(), priceList(run)));
    show(run, progress);
  }

  /** First chunk after the line of the checkpoint. */
  private static List<PriceListLine> next(JobRun run, PriceListReader reader, long line) {
    List<PriceListLine> lines = reader.nextChunk();
    while (!lines.isEmpty() && lines.getFirst().number() <= line) {
      run.goOn();
      lines = reader.nextChunk();
    }
    return lines;
  }

  private void apply(JobRun run, List<PriceListLine> lines, Progress progress) {
    long last = lines.getLast().number();
    JsonObject input = document(run, lines).put("chunk", progress.chunks).put("last_line", last);
    JsonObject answer =
        run.await(() -> catalog.applyListPrices(run.call(), JsonBytes.of(input))).toJsonObject();
    ImportErrors refused = new ImportErrors();
    addErrors(answer, refused);
    refused.throwIfAny();
    progress.chunks++;
    progress.line = last;
    progress.count += lines.size();
  }

  private static void show(JobRun run, Progress progress) {
    int count = Math.max(progress.count, run.result().getInteger("count", progress.count));
    run.result()
        .put("advancement_count", progress.count)
        .put("progress", count == 0 ? 1 : (double) progress.count / count);
  }

  private PriceListReader open(JobRun run, ImportErrors errors) {
    if (!(run.context().getValue("fileKey") instanceof String key)) {
      throw new JobFailedException("The context names no fileKey");
    }
    StoredFile file =
        run.await(() -> files.find(key))
            .orElseThrow(() -> new JobFailedException("The file " + key + " was not found"));
    return new PriceListReader(
        CsvFile.of(new FileInput(run, files, file)), errors, prices -> places(run, prices));
  }

  private PriceColumnResolver places(JobRun run, List<ImportColumn.Price> prices) {
    List<String> regions =
        prices.stream().map(ImportColumn.Price::regionName).filter(Objects::nonNull).toList();
    List<String> currencies = prices.stream().map(ImportColumn.Price::currency).toList();
    return new PriceColumnResolver(
        prices, run.await(() -> catalog.findPricePlaces(run.call(), regions, currencies)));
  }

  private static String priceList(JobRun run) {
    return run.context().getString("price_list_id");
  }

  @Override
  public void cleanUp(JobRun run, boolean isCompleted) {
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

  /** Progress of an import; its checkpoint. */
  private static final class Progress {

    private int chunks;
    private int count;
    private long line;

    static Progress of(@Nullable JsonObject checkpoint) {
      Progress progress = new Progress();
      if (checkpoint != null) {
        progress.chunks = checkpoint.getInteger("chunks");
        progress.count = checkpoint.getInteger("count");
        progress.line = checkpoint.getLong("line");
      }
      return progress;
    }

    JsonObject toJson() {
      return new JsonObject().put("chunks", chunks).put("count", count).put("line", line);
    }
  }
}
