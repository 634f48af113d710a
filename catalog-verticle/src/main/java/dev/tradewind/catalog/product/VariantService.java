package dev.tradewind.catalog.product;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.kernel.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Internal operations for the cart verticle: variants, their price quotes and their stock. */
public final class VariantService {

  private final VariantStore store;

  public VariantService(SqlClient db) {
    this.store = new VariantStore(db);
  }

  public void bind(Operations internal) {
    internal
        .on(CatalogOperation.FIND_VARIANTS, this::find)
        .on(CatalogOperation.QUOTE_VARIANTS, this::quote);
  }

  private Future<Reply> find(Request request) {
    return store
        .find(JsonArrays.strings(request.input().getJsonArray("ids")))
        .map(variants -> Reply.ok(new JsonObject().put("variants", new JsonArray(variants))));
  }

  private Future<Reply> quote(Request request) {
    JsonObject input = request.input();
    String regionId = input.getString("region_id");
    PricingContext context =
        new PricingContext(
            regionId, null, JsonArrays.strings(input.getJsonArray("customer_group_ids")));
    List<Wanted> items = wanted(input.getJsonArray("items"));
    Map<String, Long> quantities =
        items.stream().collect(groupingBy(Wanted::variantId, summingLong(Wanted::quantity)));
    return store
        .quote(
            context,
            input.getString("sales_channel_id"),
            quantities.keySet(),
            input.getBoolean("with_variants", true))
        .map(found -> {
          JsonArray quotes = new JsonArray();
          for (Wanted item : items) {
            VariantPricingRow variant = found.get(item.variantId());
            if (variant != null) {
              quotes.add(
                  variant.quote(
                      regionId,
                      item.quantity(),
                      Objects.requireNonNull(quantities.get(item.variantId()))));
            }
          }
          return Reply.ok(new JsonObject().put("quotes", quotes));
        });
  }

  /** Quantity of a variant. */
  private record Wanted(String variantId, int quantity) {}

  private static List<Wanted> wanted(JsonArray items) {
    List<Wanted> wanted = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      JsonObject item = items.getJsonObject(i);
      wanted.add(new Wanted(item.getString("variant_id"), item.getInteger("quantity")));
    }
    return wanted;
  }
}
