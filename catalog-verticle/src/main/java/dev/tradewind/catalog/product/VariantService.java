package dev.tradewind.catalog.product;

import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers carts: what a variant is, what it costs now and whether it can be had. */
public final class VariantService {

  private final VariantStore store;

  public VariantService(SqlClient db, Clock clock) {
    this.store = new VariantStore(db, clock);
  }

  public void bind(Operations internal) {
    internal.on("findVariants", this::find).on("quoteVariants", this::quote);
  }

  private Future<Reply> find(Request request) {
    return store
        .find(texts(request.input().getJsonArray("ids")))
        .map(variants -> Reply.ok(new JsonObject().put("variants", new JsonArray(variants))));
  }

  private Future<Reply> quote(Request request) {
    JsonObject input = request.input();
    String regionId = input.getString("region_id");
    PricingContext context =
        new PricingContext(regionId, null, texts(input.getJsonArray("customer_group_ids")));
    return store
        .quote(
            context,
            input.getString("sales_channel_id"),
            wanted(input.getJsonArray("items")),
            input.getBoolean("with_variants", true))
        .map(found ->
            Reply.ok(
                new JsonObject()
                    .put(
                        "quotes",
                        new JsonArray(found.stream().map(each -> each.quote(regionId)).toList()))));
  }

  private static List<VariantStore.Wanted> wanted(JsonArray items) {
    List<VariantStore.Wanted> wanted = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      JsonObject item = items.getJsonObject(i);
      wanted.add(
          new VariantStore.Wanted(item.getString("variant_id"), item.getInteger("quantity")));
    }
    return wanted;
  }

  private static List<String> texts(@Nullable JsonArray array) {
    return array == null ? List.of() : array.stream().map(String.class::cast).toList();
  }
}
