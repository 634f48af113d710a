package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.product.ImportedProducts;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;

/**
 * Application of one import chunk: all of its products and the record of the chunk in one
 * transaction, or nothing. The number of statements does not depend on the number of products.
 */
final class ApplyProducts {

  private final Pool pool;
  private final ImportReferenceLoader lookup;
  private final ImportedProducts products;

  ApplyProducts(Pool pool, ImportReferenceLoader lookup, ImportedProducts products) {
    this.pool = pool;
    this.lookup = lookup;
    this.products = products;
  }

  /** Rolls the transaction back and carries the validation errors. */
  private static final class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient JsonArray errors;

    Refused(JsonArray errors) {
      super("The chunk is refused", null, false, false);
      this.errors = errors;
    }
  }

  static List<JsonObject> products(Request request) {
    return JsonArrays.objects(request.input().getJsonArray("products"));
  }

  Future<Reply> apply(Request request) {
    JsonObject input = request.input();
    Chunk chunk =
        new Chunk(input.getString("job_id"), input.getInteger("chunk"), input.getLong("last_line"));
    return Transactions.inTransaction(
            pool, db -> apply(db, request.context(), chunk, products(request)))
        .map(applied -> {
          applied.written().ifPresent(products::announce);
          return Reply.ok(applied.answer());
        })
        .recover(failure ->
            failure instanceof Refused refused
                ? Future.succeededFuture(Reply.ok(new JsonObject().put("errors", refused.errors)))
                : Future.failedFuture(failure));
  }

  private record Chunk(String jobId, int number, long lastLine) {}

  /** Reply to the chunk, and the rows written if this call applied it. */
  private record Applied(JsonObject answer, Optional<ImportedProducts.Written> written) {}

  private Future<Applied> apply(
      SqlConnection db, CallContext context, Chunk chunk, List<JsonObject> documents) {
    return AppliedChunkStore.begin(db, chunk.jobId(), chunk.number(), chunk.lastLine())
        .compose(isNew ->
            isNew
                ? applyNow(db, context, chunk, documents)
                : AppliedChunkStore.answer(db, chunk.jobId(), chunk.number())
                    .map(answer -> new Applied(answer, Optional.empty())));
  }

  private Future<Applied> applyNow(
      SqlConnection db, CallContext context, Chunk chunk, List<JsonObject> documents) {
    return lookup
        .check(db, documents, false)
        .compose(check -> {
          if (!check.errors().isEmpty()) {
            return Future.failedFuture(new Refused(check.errors()));
          }
          JsonObject counts = check.counts();
          return products
              .write(db, context, check.imported())
              .compose(written ->
                  AppliedChunkStore.say(db, chunk.jobId(), chunk.number(), counts)
                      .map(
                          new Applied(
                              AppliedChunkStore.answer(counts, chunk.lastLine()),
                              Optional.of(written))));
        });
  }
}
