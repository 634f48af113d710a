package dev.tradewind.batch.product;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.file.StoredFile;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobHandler;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.product.ImportUniquenessStore.Repeated;
import dev.tradewind.kernel.JsonBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Import of products from a CSV file in two passes: the first one validates it and counts the
 * changes, the second one applies it in chunks. Every worker reads the same chunks, and the catalog
 * verticle applies each one once.
 */
public final class ProductImport implements JobHandler {

  private final BulkClient catalog;
  private final FileStore files;
  private final ImportUniquenessStore keys;

  public ProductImport(BulkClient catalog, FileStore files, ImportUniquenessStore keys) {
    this.catalog = catalog;
    this.files = files;
    this.keys = keys;
  }

  @Override
  public void preProcess(JobRun run) {
    deleteKeys(run); // Left by a previous attempt.
    ImportErrors errors = new ImportErrors();
    ImportCounts counts = new ImportCounts();
    ImportReader reader = open(run, errors);
    List<ImportedProduct> products = reader == null ? List.of() : reader.nextChunk();
    while (reader != null && !products.isEmpty() && !errors.areTooMany()) {
      JsonObject answer = check(run, products, errors);
      addErrors(answer.getJsonArray("errors"), errors);
      counts.add(answer.getJsonObject("counts"));
      run.goOn();
      products = reader.nextChunk();
    }
    errors.throwIfAny();
    run.result()
        .put("count", counts.sum())
        .put("advancement_count", 0)
        .put("progress", 0)
        .put("operations", counts.toJson())
        .put("stat_descriptors", counts.descriptors());
  }

  private JsonObject check(JobRun run, List<ImportedProduct> products, ImportErrors errors) {
    List<Repeated> repeated =
        run.await(() -> keys.add(run.jobId(), ImportUniquenessStore.of(products)));
    Set<Long> continued = new HashSet<>();
    Map<Long, Long> sameOptions = new HashMap<>();
    for (Repeated key : repeated) {
      if (key.key().kind().equals(ImportUniquenessStore.HANDLE)) {
        continued.add(key.key().line());
      } else if (key.key().kind().equals(ImportUniquenessStore.OPTIONS)) {
        sameOptions.put(key.key().line(), key.firstLine());
      }
    }
    products.stream()
        .filter(product -> continued.contains(product.line()))
        .forEach(ImportedProduct::setContinued);
    products.forEach(product -> product.setSameOptions(sameOptions));
    for (Repeated key : repeated) {
      addRepeated(key, continued, errors);
    }
    Buffer input = JsonBytes.of(document(products));
    return run.await(() -> catalog.checkProducts(run.call(), input)).toJsonObject();
  }

  private static void addRepeated(Repeated repeated, Set<Long> continued, ImportErrors errors) {
    long line = repeated.key().line();
    String column =
        switch (repeated.key().kind()) {
          case ImportUniquenessStore.PRODUCT -> continued.contains(line) ? null : "Product Id";
          case ImportUniquenessStore.VARIANT -> "Variant Id";
          case ImportUniquenessStore.SKU -> "Variant SKU";
          case ImportUniquenessStore.BARCODE -> "Variant Barcode";
          default -> null;
        };
    if (column != null) {
      errors.add(
          line, column, repeated.key().key() + " is in line " + repeated.firstLine() + " already");
    }
  }

  /** Adds the errors of the catalog verticle, with the column names of the file. */
  private static void addErrors(JsonArray found, ImportErrors errors) {
    for (Object each : found) {
      JsonObject error = (JsonObject) each;
      errors.add(
          error.getLong("line"), column(error.getString("field")), error.getString("message"));
    }
  }

  private static String column(String field) {
    String name = field.substring(field.indexOf('.') + 1);
    List<ProductColumn> fields =
        field.startsWith("product.") ? ProductColumn.PRODUCT : ProductColumn.VARIANT;
    return fields.stream()
        .filter(known -> known.name().equals(name))
        .map(ProductColumn::header)
        .findFirst()
        .orElse(name);
  }

  private static JsonObject document(List<ImportedProduct> products) {
    return new JsonObject()
        .put("products", new JsonArray(products.stream().map(ImportedProduct::document).toList()));
  }

  @Override
  public void process(JobRun run) {
    Progress progress = Progress.of(run.checkpoint());
    ImportErrors errors = new ImportErrors();
    ImportReader reader = open(run, errors);
    List<ImportedProduct> products = reader == null ? List.of() : next(run, reader, progress.line);
    while (reader != null && !products.isEmpty()) {
      errors.throwIfAny();
      JsonObject answer = apply(run, products, input(run, products, progress.chunks));
      ImportErrors refused = new ImportErrors();
      addErrors(answer.getJsonArray("errors", new JsonArray()), refused);
      refused.throwIfAny();
      progress.add(answer);
      show(run, progress);
      run.save(progress.toJson());
      products = reader.nextChunk();
    }
    errors.throwIfAny();
    // A file without lines has no chunk that would have shown its progress.
    show(run, progress);
  }

  /** First chunk after the line of the checkpoint. */
  private static List<ImportedProduct> next(JobRun run, ImportReader reader, long line) {
    List<ImportedProduct> products = reader.nextChunk();
    while (!products.isEmpty() && products.getFirst().line() <= line) {
      run.goOn();
      products = reader.nextChunk();
    }
    return products;
  }

  /** Applies a chunk; a refusal without a line is reported with the lines of the chunk. */
  private JsonObject apply(JobRun run, List<ImportedProduct> products, Buffer input) {
    long first = products.getFirst().line();
    long last = lastLine(products);
    return run.await(() ->
            catalog
                .applyProducts(run.call(), input)
                .recover(failure ->
                    Future.failedFuture(
                        JobFailedException.of(failure)
                            .<Throwable>map(refused ->
                                new JobFailedException(
                                    "Lines " + first + " to " + last + ": " + refused.getMessage()))
                            .orElse(failure))))
        .toJsonObject();
  }

  /** Request of a chunk to the catalog verticle. */
  private Buffer input(JobRun run, List<ImportedProduct> products, int chunk) {
    List<String> handles = products.stream().map(ImportedProduct::handle).toList();
    Map<String, Long> first = run.await(() -> keys.firstLines(run.jobId(), handles));
    products.stream()
        .filter(product -> first.getOrDefault(product.handle(), product.line()) != product.line())
        .forEach(ImportedProduct::setContinued);
    return JsonBytes.of(
        document(products)
            .put("job_id", run.jobId())
            .put("chunk", chunk)
            .put("last_line", lastLine(products)));
  }

  private static long lastLine(List<ImportedProduct> products) {
    return products.stream().mapToLong(ImportedProduct::lastLine).max().orElse(0);
  }

  private static void show(JobRun run, Progress progress) {
    int done = progress.counts.sum();
    int count = Math.max(done, run.result().getInteger("count", done));
    run.result()
        .put("advancement_count", done)
        .put("progress", count == 0 ? 1 : (double) done / count);
  }

  /** Opens the file; null if it has no lines after the header. */
  private @Nullable ImportReader open(JobRun run, ImportErrors errors) {
    if (!(run.context().getValue("fileKey") instanceof String key)) {
      throw new JobFailedException("The context names no fileKey");
    }
    StoredFile file =
        run.await(() -> files.find(key))
            .orElseThrow(() -> new JobFailedException("The file " + key + " was not found"));
    CsvFile csv = CsvFile.of(new FileInput(run, files, file));
    CsvRecord head = csv.next();
    CsvRecord first = head == null ? null : csv.next();
    if (head == null || first == null) {
      return null;
    }
    ImportHeader header = ImportHeader.of(head.getFields());
    return new ImportReader(csv, header, places(run, header), first, errors);
  }

  private PriceColumnResolver places(JobRun run, ImportHeader header) {
    List<ImportColumn.Price> prices = header.prices();
    List<String> regions =
        prices.stream().map(ImportColumn.Price::regionName).filter(Objects::nonNull).toList();
    List<String> currencies = prices.stream().map(ImportColumn.Price::currency).toList();
    return new PriceColumnResolver(
        prices, run.await(() -> catalog.findPricePlaces(run.call(), regions, currencies)));
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

    private final ImportCounts counts = new ImportCounts();
    private int chunks;
    private long line;

    static Progress of(@Nullable JsonObject checkpoint) {
      Progress progress = new Progress();
      if (checkpoint != null) {
        progress.chunks = checkpoint.getInteger("chunks");
        progress.line = checkpoint.getLong("line");
        progress.counts.add(checkpoint.getJsonObject("counts"));
      }
      return progress;
    }

    void add(JsonObject answer) {
      chunks++;
      line = answer.getLong("last_line");
      counts.add(answer.getJsonObject("counts"));
    }

    JsonObject toJson() {
      return new JsonObject()
          .put("chunks", chunks)
          .put("line", line)
          .put("counts", counts.toJson());
    }
  }
}
