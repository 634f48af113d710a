package dev.tradewind.catalog.bulk;

import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.catalog.product.ExportFilters;
import dev.tradewind.catalog.product.ImportedProducts;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;

/** Internal operations for the batch verticle: export pages, import validation and application. */
public final class BulkService {

  private final ExportStore exports;
  private final ImportReferenceLoader lookup;
  private final ApplyProducts apply;
  private final Pool pool;

  public BulkService(Pool pool, ImportedProducts products) {
    this.pool = pool;
    this.exports = new ExportStore(pool);
    this.lookup = new ImportReferenceLoader();
    this.apply = new ApplyProducts(pool, lookup, products);
  }

  public void bind(Operations internal) {
    internal
        .on(BulkOperation.EXPORT_SHAPE, this::shape)
        .on(BulkOperation.EXPORT_PRODUCTS, this::page)
        .on(BulkOperation.FIND_PRICE_PLACES, this::places)
        .on(BulkOperation.CHECK_PRODUCTS, this::check)
        .on(BulkOperation.APPLY_PRODUCTS, apply::apply);
  }

  private Future<Reply> shape(Request request) {
    JsonObject input = request.input();
    ExportOrder.of(input.getJsonObject("order"));
    return exports.shape(ExportFilters.of(input.getJsonObject("filters"))).map(Reply::ok);
  }

  private Future<Reply> page(Request request) {
    JsonObject input = request.input();
    return exports
        .page(
            ExportFilters.of(input.getJsonObject("filters")),
            ExportOrder.of(input.getJsonObject("order")),
            input.getInteger("limit"),
            input.getInteger("skip"),
            input.getJsonObject("after"))
        .map(page -> Reply.json(200, page));
  }

  private Future<Reply> places(Request request) {
    JsonObject input = request.input();
    return ImportReferenceStore.findPlaces(
            pool,
            JsonArrays.strings(input.getJsonArray("region_names")),
            JsonArrays.strings(input.getJsonArray("currency_codes")))
        .map(Reply::ok);
  }

  private Future<Reply> check(Request request) {
    return lookup
        .check(pool, ApplyProducts.products(request), true)
        .map(check ->
            Reply.ok(new JsonObject().put("errors", check.errors()).put("counts", check.counts())));
  }
}
