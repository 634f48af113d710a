package dev.tradewind.batch.pricelist;

import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.csv.CsvFile;
import dev.tradewind.batch.csv.CsvImport;
import dev.tradewind.batch.csv.ImportErrors;
import dev.tradewind.batch.csv.ImportUniquenessStore;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.product.PriceColumnResolver;
import dev.tradewind.kernel.json.JsonBytes;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Import of the prices of a price list from a CSV file. At the end the list has the prices of the
 * file and no others.
 */
public final class PriceListImport extends CsvImport<PriceListLine> {

  private static final String VARIANT = "list-variant";

  private final BulkClient catalog;

  public PriceListImport(BulkClient catalog, FileStore files, ImportUniquenessStore keys) {
    super(files, keys);
    this.catalog = catalog;
  }

  @Override
  protected Reader<PriceListLine> reader(JobRun run, CsvFile file, ImportErrors errors) {
    return new PriceListReader(
        file, errors, prices -> PriceColumnResolver.find(catalog, run, prices));
  }

  @Override
  protected long line(PriceListLine entry) {
    return entry.number();
  }

  @Override
  protected Validation<PriceListLine> validation(JobRun run) {
    return new Validation<>() {

      private int count;
      private boolean hasPrice;

      @Override
      public void check(List<PriceListLine> chunk, ImportErrors errors) {
        count += chunk.size();
        hasPrice |= chunk.stream().anyMatch(line -> !line.prices().isEmpty());
        PriceListImport.this.check(run, chunk, errors);
      }

      @Override
      public void report(JsonObject result) {
        if (!hasPrice) {
          throw ImportErrors.unreadable("The file has no price");
        }
        JsonObject descriptor =
            new JsonObject()
                .put("key", "price-list-import-count")
                .put("name", "PriceList to import")
                .put("message", count + " prices will be added");
        result
            .put("count", count)
            .put("operations", new JsonObject().put("PRICE_LIST_PRICE_CREATE", count))
            .put("stat_descriptors", new JsonArray().add(descriptor));
      }
    };
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

  private static String priceList(JobRun run) {
    return run.context().getString("price_list_id");
  }

  @Override
  protected Application<PriceListLine> application(JobRun run, @Nullable JsonObject checkpoint) {
    return new Prices(run, checkpoint);
  }

  private final class Prices implements Application<PriceListLine> {

    private final JobRun run;
    private int chunks;
    private int count;
    private long line;

    Prices(JobRun run, @Nullable JsonObject checkpoint) {
      this.run = run;
      if (checkpoint != null) {
        this.chunks = checkpoint.getInteger("chunks");
        this.count = checkpoint.getInteger("count");
        this.line = checkpoint.getLong("line");
      }
    }

    @Override
    public void apply(List<PriceListLine> lines, ImportErrors errors) {
      long last = lines.getLast().number();
      JsonObject input = document(run, lines).put("chunk", chunks).put("last_line", last);
      addErrors(
          run.await(() -> catalog.applyListPrices(run.call(), JsonBytes.of(input))).toJsonObject(),
          errors);
      chunks++;
      line = last;
      count += lines.size();
    }

    @Override
    public void finish() {
      run.await(() -> catalog.finishListPrices(run.call(), run.jobId(), priceList(run)));
    }

    @Override
    public long line() {
      return line;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public JsonObject checkpoint() {
      return new JsonObject().put("chunks", chunks).put("count", count).put("line", line);
    }
  }
}
