package dev.tradewind.batch.order;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.batch.csv.CsvExport;
import dev.tradewind.batch.csv.CsvLines;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.kernel.json.JsonArrays;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Export of orders to a CSV file, one line per order. */
public final class OrderExport extends CsvExport {

  private final OrderClient orders;

  public OrderExport(OrderClient orders, FileStore files) {
    super("order", files);
    this.orders = orders;
  }

  @Override
  protected int count(JobRun run) {
    JsonObject request =
        new JsonObject()
            .put("filters", filters(run))
            .put("order", listConfig(run).getJsonObject("order"))
            .put("limit", 0)
            .put("skip", listConfig(run).getInteger("skip"));
    return page(run, request).getInteger("count");
  }

  @Override
  protected JsonObject page(JobRun run, JsonObject request) {
    request.put("relations", listConfig(run).getJsonArray("relations"));
    return run.await(() -> orders.exportOrders(run.call(), request)).toJsonObject();
  }

  @Override
  protected Columns columns(JobRun run) {
    return new Selected(OrderColumn.selected(selected(run)));
  }

  private static Set<String> selected(JobRun run) {
    JsonObject config = listConfig(run);
    Set<String> names = new HashSet<>(JsonArrays.strings(config.getJsonArray("select")));
    names.addAll(JsonArrays.strings(config.getJsonArray("relations")));
    return names;
  }

  private record Selected(List<OrderColumn> columns) implements Columns {

    @Override
    public void writeHeader(CsvLines lines) {
      columns.forEach(column -> column.headers().forEach(lines::cell));
      lines.end();
    }

    @Override
    public void write(CsvLines lines, JsonObject order) {
      columns.forEach(column -> column.cells(order).forEach(lines::cell));
      lines.end();
    }
  }
}
