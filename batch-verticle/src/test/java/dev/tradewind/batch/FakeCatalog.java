package dev.tradewind.batch;

import dev.tradewind.api.catalog.BulkOperation;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Problem;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Fake of the catalog verticle with numbered products, which applies a chunk once and can be slow.
 */
final class FakeCatalog {

  final Map<Integer, JsonObject> applied = new ConcurrentSkipListMap<>();
  final AtomicInteger repeated = new AtomicInteger();
  private final Vertx vertx;
  volatile int products = 10;
  volatile int images = 0;
  volatile long slowness = 1;
  volatile boolean isAway;
  volatile @Nullable String refusal;

  /** Marks in validated products: a line with the same options as an earlier one. */
  final List<String> sameOptions = new CopyOnWriteArrayList<>();

  FakeCatalog(Vertx vertx) {
    this.vertx = vertx;
  }

  Operations operations() {
    return new Operations()
        .on(BulkOperation.EXPORT_SHAPE, request -> Future.succeededFuture(Reply.ok(shape())))
        .on(BulkOperation.EXPORT_PRODUCTS, this::page)
        .on(
            BulkOperation.FIND_PRICE_PLACES,
            request ->
                Future.succeededFuture(
                    Reply.ok(
                        new JsonObject()
                            .put("regions", new JsonArray())
                            .put("currencies", new JsonArray()))))
        .on(BulkOperation.CHECK_PRODUCTS, this::check)
        .on(BulkOperation.APPLY_PRODUCTS, this::apply);
  }

  private Future<Reply> check(Request request) {
    for (Object product : request.input().getJsonArray("products")) {
      for (Object each : ((JsonObject) product).getJsonArray("variants")) {
        JsonObject variant = (JsonObject) each;
        if (variant.containsKey("same_options_as")) {
          sameOptions.add(variant.getLong("line") + " as " + variant.getLong("same_options_as"));
        }
      }
    }
    return slowly(
        new JsonObject().put("errors", new JsonArray()).put("counts", counts(request.input())));
  }

  private Future<Reply> slowly(JsonObject answer) {
    return vertx.timer(slowness).map(waited -> Reply.ok(answer));
  }

  private JsonObject shape() {
    return new JsonObject()
        .put("count", products)
        .put(
            "prices",
            new JsonArray().add(new JsonObject().put("currency_code", "eur").putNull("region")))
        .put("options", 0)
        .put("images", images)
        .put("sales_channels", 0)
        .put("categories", 0);
  }

  private Future<Reply> page(Request request) {
    JsonObject input = request.input();
    JsonObject after = input.getJsonObject("after");
    int first = after == null ? input.getInteger("skip") : after.getInteger("number");
    int last = Math.min(products, first + input.getInteger("limit"));
    JsonArray page = new JsonArray();
    for (int number = first; number < last; number++) {
      page.add(product(number));
    }
    return slowly(
        new JsonObject()
            .put("products", page)
            .put("after", last == products ? null : new JsonObject().put("number", last)));
  }

  private JsonObject product(int number) {
    JsonArray pictures = new JsonArray();
    for (int n = 0; n < images; n++) {
      pictures.add(new JsonObject().put("url", "image-" + n));
    }
    JsonObject variant =
        new JsonObject()
            .put("id", "variant_" + number)
            .put("title", "Only")
            .put("prices", new JsonObject().put("eur", 100L + number));
    return new JsonObject()
        .put("id", "prod_" + number)
        .put("handle", "product-" + number)
        .put("options", new JsonArray())
        .put("images", pictures)
        .put("sales_channels", new JsonArray())
        .put("categories", new JsonArray())
        .put("variants", new JsonArray().add(variant));
  }

  private static JsonObject counts(JsonObject input) {
    int made = input.getJsonArray("products").size();
    return new JsonObject()
        .put("PRODUCT_CREATE", made)
        .put("PRODUCT_UPDATE", 0)
        .put("VARIANT_CREATE", made)
        .put("VARIANT_UPDATE", 0);
  }

  private Future<Reply> apply(Request request) {
    JsonObject input = request.input();
    if (isAway) {
      return Future.failedFuture(Problem.unavailable("Away"));
    }
    String said = refusal;
    if (said != null) {
      return Future.failedFuture(Problem.duplicate(said));
    }
    if (applied.putIfAbsent(input.getInteger("chunk"), input) != null) {
      repeated.incrementAndGet();
    }
    return slowly(
        new JsonObject().put("counts", counts(input)).put("last_line", input.getLong("last_line")));
  }

  /** Applied handles, in order. */
  List<String> handles() {
    return applied.values().stream()
        .flatMap(chunk -> chunk.getJsonArray("products").stream())
        .map(product -> ((JsonObject) product).getString("handle"))
        .toList();
  }
}
