package dev.tradewind.batch.product;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.CsvImport;
import dev.tradewind.batch.csv.FieldColumn;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.csv.ImportUniquenessStore;
import dev.tradewind.batch.csv.ImportUniquenessStore.Key;
import dev.tradewind.batch.csv.ImportUniquenessStore.Repeated;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.job.JobFailedException;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Import of products and their variants from a CSV file, one line per variant. */
public final class ProductImport extends CsvImport<ImportedProduct> {

  private final BulkClient catalog;

  public ProductImport(BulkClient catalog, FileStore files, ImportUniquenessStore keys) {
    super(files, keys);
    this.catalog = catalog;
  }

  @Override
  protected Reader<ImportedProduct> reader(JobRun run, CsvFile file, ImportErrors errors) {
    List<String> head = file.header();
    CsvRecord first = head == null ? null : file.next();
    if (head == null || first == null) {
      return List::of;
    }
    ImportHeader header = ImportHeader.of(head);
    PriceColumnResolver places = PriceColumnResolver.find(catalog, run, header.prices());
    return new ImportReader(file, header, places, first, errors);
  }

  @Override
  protected long line(ImportedProduct product) {
    return product.line();
  }

  @Override
  protected Validation<ImportedProduct> validation(JobRun run) {
    return new Validation<>() {

      private final ImportCounts counts = new ImportCounts();

      @Override
      public void check(List<ImportedProduct> chunk, ImportErrors errors) {
        JsonObject answer = ProductImport.this.check(run, chunk, errors);
        addErrors(answer.getJsonArray("errors"), errors);
        addRepeated(run, answer.getJsonArray("unique_keys", new JsonArray()), errors);
        addAbsent(run, answer.getJsonArray("absent", new JsonArray()), errors);
        counts.add(answer.getJsonObject("counts"));
      }

      @Override
      public void report(JsonObject result) {
        result
            .put("count", counts.sum())
            .put("operations", counts.toJson())
            .put("stat_descriptors", counts.descriptors());
      }
    };
  }

  private JsonObject check(JobRun run, List<ImportedProduct> products, ImportErrors errors) {
    List<Repeated> repeated =
        run.await(() -> keys.add(run.jobId(), ImportedProduct.keys(products)));
    Set<Long> continued = new HashSet<>();
    Map<Long, Long> sameOptions = new HashMap<>();
    for (Repeated key : repeated) {
      if (key.key().kind().equals(ImportedProduct.HANDLE)) {
        continued.add(key.key().line());
      } else if (key.key().kind().equals(ImportedProduct.OPTIONS)) {
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
          case ImportedProduct.PRODUCT -> continued.contains(line) ? null : "Product Id";
          case ImportedProduct.VARIANT -> "Variant Id";
          case ImportedProduct.SKU -> "Variant SKU";
          case ImportedProduct.BARCODE -> "Variant Barcode";
          default -> null;
        };
    if (column != null) {
      errors.add(
          line, column, repeated.key().key() + " is in line " + repeated.firstLine() + " already");
    }
  }

  /** Adds errors of unique fields whose value an earlier line has. */
  private void addRepeated(JobRun run, JsonArray found, ImportErrors errors) {
    if (found.isEmpty()) {
      return;
    }
    List<Key> given =
        JsonArrays.objects(found).stream()
            .map(key -> new Key(key.getString("field"), key.getString("key"), key.getLong("line")))
            .toList();
    for (Repeated repeated : run.await(() -> keys.add(run.jobId(), given))) {
      Key key = repeated.key();
      errors.add(
          key.line(),
          column(key.kind()),
          key.key() + " is in line " + repeated.firstLine() + " already");
    }
  }

  /** Adds errors of references to rows that the file does not have either, up to their line. */
  private void addAbsent(JobRun run, JsonArray found, ImportErrors errors) {
    Map<String, List<JsonObject>> byResource =
        JsonArrays.objects(found).stream()
            .collect(Collectors.groupingBy(error -> error.getString("resource")));
    byResource.forEach((resource, absent) -> {
      List<String> ids = absent.stream().map(error -> error.getString("key")).toList();
      Set<String> inFile = run.await(() -> keys.firstLines(run.jobId(), resource, ids)).keySet();
      absent.removeIf(error -> inFile.contains(error.getString("key")));
      addErrors(new JsonArray(absent), errors);
    });
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
    if (field.contains(".metadata.")) {
      return FieldColumn.ofPath(field).header();
    }
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
  protected Application<ImportedProduct> application(JobRun run, @Nullable JsonObject checkpoint) {
    return new Products(run, checkpoint);
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
    Map<String, Long> first =
        run.await(() -> keys.firstLines(run.jobId(), ImportedProduct.HANDLE, handles));
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

  private final class Products implements Application<ImportedProduct> {

    private final JobRun run;
    private final ImportCounts counts = new ImportCounts();
    private int chunks;
    private long line;

    Products(JobRun run, @Nullable JsonObject checkpoint) {
      this.run = run;
      if (checkpoint != null) {
        this.chunks = checkpoint.getInteger("chunks");
        this.line = checkpoint.getLong("line");
        this.counts.add(checkpoint.getJsonObject("counts"));
      }
    }

    @Override
    public void apply(List<ImportedProduct> products, ImportErrors errors) {
      JsonObject answer = ProductImport.this.apply(run, products, input(run, products, chunks));
      JsonArray refused = answer.getJsonArray("errors", new JsonArray());
      if (!refused.isEmpty()) {
        addErrors(refused, errors);
        return;
      }
      chunks++;
      line = answer.getLong("last_line");
      counts.add(answer.getJsonObject("counts"));
    }

    @Override
    public long line() {
      return line;
    }

    @Override
    public int count() {
      return counts.sum();
    }

    @Override
    public JsonObject checkpoint() {
      return new JsonObject()
          .put("chunks", chunks)
          .put("line", line)
          .put("counts", counts.toJson());
    }
  }
}
