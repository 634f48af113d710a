package dev.tradewind.catalog.pricelist;

import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.catalog.bulk.AppliedChunkStore;
import dev.tradewind.catalog.pricelist.ListPriceStore.NamedVariant;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.json.JsonName;
import dev.tradewind.kernel.json.RecordCodec;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import dev.tradewind.kernel.outbox.Event;
import dev.tradewind.kernel.text.Timestamps;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.lang.invoke.MethodHandles;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Internal operations of the import of list prices: validation and application of a chunk, and its
 * end. A chunk and its record are one transaction that holds the lock of the list.
 */
public final class PriceListImports {

  private final Pool pool;
  private final PriceListStore lists;
  private final ListPriceStore listPrices;
  private final ListPrices priceWriter;
  private final AppliedChunkStore chunks;
  private final Clock clock;

  /**
   * Chunk of an import.
   *
   * @param lines each with {@code line}, {@code variant_id} or {@code sku}, and {@code prices}
   */
  private record Chunk(
      String priceListId,
      String jobId,
      @JsonName("chunk") int number,
      long lastLine,
      JsonArray lines) {

    private static final RecordCodec<Chunk> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Chunk.class);

    /** Prices of the lines, for the variants that the lines name. */
    private List<ListPriceInput> prices(List<NamedVariant> found) {
      Map<Long, @Nullable String> variants = new HashMap<>();
      found.forEach(each -> variants.put(each.line(), each.variantId()));
      return JsonArrays.objects(lines).stream()
          .flatMap(line ->
              JsonArrays.objects(line.getJsonArray("prices")).stream()
                  .map(price -> ListPriceInput.of(price, variants.get(line.getLong("line")))))
          .toList();
    }
  }

  /** End of an import. */
  private record Finish(String priceListId, String jobId) {

    private static final RecordCodec<Finish> CODEC =
        RecordCodec.ofMessage(MethodHandles.lookup(), Finish.class);
  }

  public PriceListImports(
      Pool pool,
      PriceListStore lists,
      ListPriceStore listPrices,
      AppliedChunkStore chunks,
      Clock clock) {
    this.pool = pool;
    this.lists = lists;
    this.listPrices = listPrices;
    this.priceWriter = new ListPrices(listPrices);
    this.chunks = chunks;
    this.clock = clock;
  }

  public void bind(Operations internal) {
    internal
        .on(BulkOperation.CHECK_LIST_PRICES, this::check)
        .on(BulkOperation.APPLY_LIST_PRICES, this::apply)
        .on(BulkOperation.FINISH_LIST_PRICES, this::finish);
  }

  private Future<Reply> check(Request request) {
    return listPrices
        .findVariants(pool, request.input().getJsonArray("lines"))
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
    Chunk chunk = Chunk.CODEC.read(request.input());
    return lists
        .locked(pool, changed(request, chunk.priceListId()), db -> apply(db, chunk))
        .map(errors ->
            Reply.ok(new JsonObject().put("errors", errors).put("last_line", chunk.lastLine())));
  }

  private Event changed(Request request, String listId) {
    return PriceListEvents.of(
        request.context(), Timestamps.now(clock), PriceListEvents.UPDATED, listId);
  }

  private Future<JsonArray> apply(SqlConnection db, Chunk chunk) {
    return listPrices
        .findVariants(db, chunk.lines())
        .compose(found -> {
          JsonArray errors = errors(found);
          if (errors.isEmpty()) {
            return chunks
                .begin(db, chunk.jobId(), chunk.number(), chunk.lastLine())
                .compose(isNew ->
                    isNew ? write(db, chunk, chunk.prices(found)) : Future.succeededFuture())
                .map(errors);
          }
          return Future.succeededFuture(errors);
        });
  }

  private Future<Void> write(SqlConnection db, Chunk chunk, List<ListPriceInput> prices) {
    return priceWriter
        .add(
            db,
            chunk.priceListId(),
            ListPriceInputs.of(prices),
            Timestamps.now(clock),
            chunk.jobId())
        .compose(written ->
            chunks.say(
                db, chunk.jobId(), chunk.number(), new JsonObject().put("prices", prices.size())));
  }

  private Future<Reply> finish(Request request) {
    Finish finish = Finish.CODEC.read(request.input());
    return lists
        .locked(
            pool,
            changed(request, finish.priceListId()),
            db -> listPrices.deleteNotImported(db, finish.priceListId(), finish.jobId()))
        .map(done -> Reply.ok(new JsonObject()));
  }
}
