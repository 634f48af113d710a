package dev.tradewind.batch.order;

import dev.tradewind.api.order.OrderClient;
import dev.tradewind.batch.csv.CsvExport;
import dev.tradewind.batch.csv.CsvLines;
import dev.tradewind.batch.csv.FieldColumn;
import dev.tradewind.batch.file.FileStore;
import dev.tradewind.batch.job.JobRun;
import dev.tradewind.batch.job.JobType;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Problem;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Export of orders to a CSV file, one line per order. */
public final class OrderExport extends CsvExport {

  /** Member of the job's context with the columns of declared fields, for a node that goes on. */
  private static final String SHAPE = "shape";

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
    run.context().remove(SHAPE);
    JsonObject counted = page(run, request);
    JsonArray fields = counted.getJsonArray("fields", new JsonArray());
    // Clients know the context of a shop without declared fields.
    if (JobType.showsFieldsOfOrders(listConfig(run)) && !fields.isEmpty()) {
      run.context().put(SHAPE, new JsonObject().put("fields", fields));
    }
    return counted.getInteger("count");
  }

  private static List<FieldColumn> fields(JobRun run) {
    return run
        .context()
        .getJsonObject(SHAPE, new JsonObject())
        .getJsonArray("fields", new JsonArray())
        .stream()
        .map(field -> FieldColumn.of((JsonObject) field))
        .toList();
  }

  @Override
  protected JsonObject page(JobRun run, JsonObject request) {
    request
        .put("relations", listConfig(run).getJsonArray("relations"))
        .put("has_fields", !fields(run).isEmpty());
    JsonObject page = run.await(() -> orders.exportOrders(run.call(), request)).toJsonObject();
    boolean isOfOlderNode =
        request.getBoolean("has_fields")
            && JsonArrays.objects(page.getJsonArray("orders", new JsonArray())).stream()
                .anyMatch(order -> !order.containsKey("fields"));
    if (isOfOlderNode) {
      throw Problem.unavailable("A node of an older version has no values of declared fields.");
    }
    return page;
  }

  @Override
  protected Columns columns(JobRun run) {
    return new Selected(OrderColumn.selected(selected(run)), fields(run));
  }

  private static Set<String> selected(JobRun run) {
    JsonObject config = listConfig(run);
    Set<String> names = new HashSet<>(JsonArrays.strings(config.getJsonArray("select")));
    names.addAll(JsonArrays.strings(config.getJsonArray("relations")));
    return names;
  }

  private record Selected(List<OrderColumn> columns, List<FieldColumn> fields) implements Columns {

    @Override
    public void writeHeader(CsvLines lines) {
      columns.forEach(column -> column.headers().forEach(lines::cell));
      fields.forEach(field -> lines.cell(field.header()));
      lines.end();
    }

    @Override
    public void write(CsvLines lines, JsonObject order) {
      columns.forEach(column -> column.cells(order).forEach(lines::cell));
      fields.forEach(field -> field.write(lines, order));
      lines.end();
    }
  }
}
