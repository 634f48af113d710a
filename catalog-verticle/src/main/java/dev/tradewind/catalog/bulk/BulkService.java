package dev.tradewind.catalog.bulk;

import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.catalog.product.read.ProductFilters;
import dev.tradewind.catalog.product.write.ImportedProducts;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import java.lang.invoke.MethodHandles;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Internal operations for the batch verticle: export pages, import validation and application. */
public final class BulkService {

  private final ImportReferenceStore references = new ImportReferenceStore();
  private final ImportFieldStore fields = new ImportFieldStore();
  private final ExportStore exports;
  private final ImportReferenceLoader lookup;
  private final ApplyProducts apply;
  private final Pool pool;

  /**
   * Page of an export.
   *
   * @param skip number of products before the page
   * @param after product before the page, if the page follows another one
   */
  private record PageRequest(
      JsonObject filters, JsonObject order, int limit, int skip, ExportStore.@Nullable Key after) {

    private static final RecordCodec<PageRequest> CODEC =
        RecordCodec.of(MethodHandles.lookup(), PageRequest.class);
  }

  public BulkService(Pool pool, ImportedProducts products, AppliedChunkStore chunks) {
    this.pool = pool;
    this.exports = new ExportStore(pool);
    this.lookup = new ImportReferenceLoader(references);
    this.apply = new ApplyProducts(pool, lookup, fields, products, chunks);
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
    return exports
        .shape(
            ProductFilters.exported(input.getJsonObject("filters")),
            ExportOrder.of(input.getJsonObject("order")),
            input.getInteger("limit", Integer.MAX_VALUE),
            input.getInteger("skip", 0))
        .map(Reply::ok);
  }

  private Future<Reply> page(Request request) {
    PageRequest page = PageRequest.CODEC.read(request.input());
    return exports
        .page(
            ProductFilters.exported(page.filters()),
            ExportOrder.of(page.order()),
            page.limit(),
            page.skip(),
            page.after())
        .map(documents -> Reply.json(200, documents));
  }

  private Future<Reply> places(Request request) {
    JsonObject input = request.input();
    return references
        .findPlaces(
            pool,
            JsonArrays.strings(input.getJsonArray("region_names")),
            JsonArrays.strings(input.getJsonArray("currency_codes")))
        .map(Reply::ok);
  }

  private Future<Reply> check(Request request) {
    List<ImportDocument> products = ApplyProducts.products(request);
    Future<ImportValidator> checked = lookup.check(pool, products, true);
    Future<ImportFieldStore.Foreseen> foreseen = fields.foresee(pool, products);
    return Future.all(checked, foreseen)
        .map(both ->
            Reply.ok(
                new JsonObject()
                    .put("errors", checked.result().errors().addAll(foreseen.result().errors()))
                    .put("unique_keys", foreseen.result().keys())
                    .put("absent", foreseen.result().absent())
                    .put("counts", checked.result().counts())));
  }
}
