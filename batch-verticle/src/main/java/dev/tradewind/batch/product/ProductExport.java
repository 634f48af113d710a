package dev.tradewind.batch.product;

import dev.tradewind.api.catalog.BulkClient;
import dev.tradewind.batch.csv.CsvExport;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.job.JobRun;
import io.vertx.core.json.JsonObject;

/** Export of products to a CSV file, one line per variant. */
public final class ProductExport extends CsvExport {

  private final BulkClient catalog;

  public ProductExport(BulkClient catalog, FileStore files) {
    super("product", files);
    this.catalog = catalog;
  }

  @Override
  protected int count(JobRun run) {
    JsonObject request =
        new JsonObject()
            .put("filters", filters(run))
            .put("order", listConfig(run).getJsonObject("order"))
            .put("skip", listConfig(run).getInteger("skip"))
            .put("limit", limit(run));
    JsonObject counted = run.await(() -> catalog.exportShape(run.call(), request));
    run.context().put("shape", ExportColumns.toContext(counted));
    return counted.getInteger("count");
  }

  @Override
  protected JsonObject page(JobRun run, JsonObject request) {
    return run.await(() -> catalog.exportProducts(run.call(), request)).toJsonObject();
  }

  @Override
  protected Columns columns(JobRun run) {
    return ExportColumns.ofContext(run.context());
  }
}
