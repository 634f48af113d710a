package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.catalog.bulk.AppliedChunkStore;
import dev.tradewind.catalog.pricelist.ListPriceStore.NamedVariant;
import dev.tradewind.catalog.schema.PriceResources;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.Timestamps;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Internal operations of the import of list prices: validation and application of a chunk, and its
 * end. A chunk and its record are one transaction that holds the lock of the list.
 */
public final class PriceListImports {

  private final Pool pool;
  private final Clock clock;

  public PriceListImports(Pool pool, Clock clock) {
    this.pool = pool;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal
        .on(BulkOperation.CHECK_LIST_PRICES, this::check)
        .on(BulkOperation.APPLY_LIST_PRICES, this::apply)
        .on(BulkOperation.FINISH_LIST_PRICES, this::finish);
  }

  private Future<Reply> check(Request request) {
    return ListPriceStore.findVariants(pool, lines(request))
        .map(found -> {
          JsonObject variants = new JsonObject();
          found.stream()
              .filter(each -> each.variantId() != null)
              .forEach(each -> variants.put(Long.toString(each.line()), each.variantId()));
          return Reply.ok(new JsonObject().put("variants", variants).put("errors", errors(found)));
        });
  }

  private static JsonArray errors(List<NamedVariant> found) {
    JsonArray errors = new JsonArray();
    found.stream()
        .filter(each -> each.variantId() == null)
        .forEach(each ->
            errors.add(
                new JsonObject()
                    .put("line", each.line())
                    .put("field", each.isById() ? "variant_id" : "sku")
                    .put(
                        "message",
                        "Variants with %s: %s not found"
                            .formatted(each.isById() ? "ids" : "skus", each.key()))));
    return errors;
  }

  private Future<Reply> apply(Request request) {
    JsonObject input = request.input();
    return locked(request, db -> apply(db, request))
        .map(errors ->
            Reply.ok(
                new JsonObject()
                    .put("errors", errors)
                    .put("last_line", input.getLong("last_line"))));
  }

  private Future<JsonArray> apply(SqlConnection db, Request request) {
    JsonObject input = request.input();
    String jobId = input.getString("job_id");
    int chunk = input.getInteger("chunk");
    return ListPriceStore.findVariants(db, lines(request))
        .compose(found -> {
          JsonArray errors = errors(found);
          return errors.isEmpty()
              ? AppliedChunkStore.begin(db, jobId, chunk, input.getLong("last_line"))
                  .compose(isNew -> isNew ? write(db, request, found) : Future.succeededFuture())
                  .map(errors)
              : Future.succeededFuture(errors);
        });
  }

  private Future<Void> write(SqlConnection db, Request request, List<NamedVariant> found) {
    Instant now = Timestamps.now(clock);
    Map<Long, String> variants = new HashMap<>();
    found.forEach(each -> variants.put(each.line(), each.variantId()));
    JsonArray prices = new JsonArray();
    for (JsonObject line : JsonArrays.objects(lines(request))) {
      String variantId = variants.get(line.getLong("line"));
      JsonArrays.objects(line.getJsonArray("prices"))
          .forEach(price -> prices.add(price.copy().put("variant_id", variantId)));
    }
    JsonObject input = request.input();
    String jobId = input.getString("job_id");
    return ListPrices.add(db, input.getString("price_list_id"), GivenPrices.of(prices), now, jobId)
        .compose(written ->
            AppliedChunkStore.say(
                db,
                jobId,
                input.getInteger("chunk"),
                new JsonObject().put("prices", prices.size())));
  }

  private Future<Reply> finish(Request request) {
    JsonObject input = request.input();
    return locked(
            request,
            db ->
                ListPriceStore.deleteNotImported(
                    db, input.getString("price_list_id"), input.getString("job_id")))
        .map(done -> Reply.ok(new JsonObject()));
  }

  private static JsonArray lines(Request request) {
    return request.input().getJsonArray("lines");
  }

  private <T> Future<T> locked(Request request, Function<SqlConnection, Future<T>> work) {
    String id = request.input().getString("price_list_id");
    return PriceListConstraints.mapped(
        Transactions.inTransaction(
            pool,
            db ->
                PriceListStore.lock(db, id)
                    .compose(isPresent -> {
                      if (!isPresent) {
                        throw PriceResources.listNotFound(id);
                      }
                      return work.apply(db);
                    })));
  }
}
