package dev.tradewind.catalog.bulk;

import dev.tradewind.catalog.product.write.ImportedProducts;
import dev.tradewind.kernel.database.Transactions;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.CallContext;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Application of one import chunk: all of its products and the record of the chunk in one
 * transaction, or nothing. The number of statements does not depend on the number of products.
 */
final class ApplyProducts {

  private final AppliedChunkStore chunks;
  private final Pool pool;
  private final ImportReferenceLoader lookup;
  private final ImportFieldStore fields;
  private final ImportedProducts products;

  ApplyProducts(
      Pool pool,
      ImportReferenceLoader lookup,
      ImportFieldStore fields,
      ImportedProducts products,
      AppliedChunkStore chunks) {
    this.pool = pool;
    this.lookup = lookup;
    this.fields = fields;
    this.products = products;
    this.chunks = chunks;
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

  static List<ImportDocument> products(Request request) {
    return JsonArrays.objects(request.input().getJsonArray("products")).stream()
        .map(ImportDocument::of)
        .toList();
  }

  Future<Reply> apply(Request request) {
    Chunk chunk = Chunk.CODEC.read(request.input());
    return Transactions.attributed(
            pool, db -> apply(db, request.context(), chunk, products(request)))
        .map(Reply::ok)
        .recover(failure -> {
          if (failure instanceof Refused refused) {
            return Future.succeededFuture(Reply.ok(new JsonObject().put("errors", refused.errors)));
          }
          return Future.failedFuture(failure);
        });
  }

  private record Chunk(String jobId, @JsonName("chunk") int number, long lastLine) {

    private static final RecordCodec<Chunk> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Chunk.class);
  }

  private Future<JsonObject> apply(
      SqlConnection db, CallContext context, Chunk chunk, List<ImportDocument> documents) {
    return chunks
        .begin(db, chunk.jobId(), chunk.number(), chunk.lastLine())
        .compose(isNew ->
            isNew
                ? applyNow(db, context, chunk, documents)
                : chunks.answer(db, chunk.jobId(), chunk.number()));
  }

  private Future<JsonObject> applyNow(
      SqlConnection db, CallContext context, Chunk chunk, List<ImportDocument> documents) {
    return lookup
        .check(db, documents, false)
        .compose(check -> {
          if (!check.errors().isEmpty()) {
            return Future.failedFuture(new Refused(check.errors()));
          }
          JsonObject counts = check.counts();
          return fields
              .announce(db, documents)
              .compose(announced -> products.write(db, context, check.imported()))
              .compose(written ->
                  chunks
                      .say(db, chunk.jobId(), chunk.number(), counts)
                      .map(AppliedChunkStore.answer(counts, chunk.lastLine())));
        });
  }
}
