package dev.tradewind.catalog.product.read;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import dev.tradewind.api.catalog.CatalogOperation;
import dev.tradewind.api.catalog.QuoteRequest;
import dev.tradewind.catalog.inventory.StockScope;
import dev.tradewind.catalog.inventory.VariantAvailability;
import dev.tradewind.catalog.price.PricingContext;
import dev.tradewind.kernel.json.JsonArrays;
import dev.tradewind.kernel.operation.Operations;
import dev.tradewind.kernel.operation.Reply;
import dev.tradewind.kernel.operation.Request;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Internal operations for the cart verticle: variants, their price quotes and their stock. */
public final class VariantService {

  private final VariantStore store;
  private final VariantAvailability availability;

  public VariantService(SqlClient db, VariantAvailability availability) {
    this.store = new VariantStore(db);
    this.availability = availability;
  }

  public void bind(Operations internal) {
    internal
        .on(CatalogOperation.FIND_VARIANTS, this::find)
        .on(CatalogOperation.QUOTE_VARIANTS, this::quote);
  }

  private Future<Reply> find(Request request) {
    JsonObject input = request.input();
    return store
        .find(JsonArrays.strings(input.getJsonArray("ids")), input.getString("sales_channel_id"))
        .compose(variants -> {
          if (input.getBoolean("with_availability", false)) {
            return withAvailability(variants, input.getString("sales_channel_id"));
          }
          return Future.succeededFuture(variants);
        })
        .map(variants -> Reply.ok(new JsonObject().put("variants", new JsonArray(variants))));
  }

  /** The variants with the stock that the channel has available; of all channels without one. */
  private Future<List<JsonObject>> withAvailability(
      List<JsonObject> variants, @Nullable String channelId) {
    return availability
        .addTo(variants, channelId == null ? StockScope.ALL : StockScope.of(List.of(channelId)))
        .map(variants);
  }

  private Future<Reply> quote(Request request) {
    QuoteRequest requested = QuoteRequest.parse(request.input());
    PricingContext context =
        new PricingContext(requested.regionId(), null, requested.customerGroupIds());
    Map<String, Long> quantities =
        requested.items().stream()
            .collect(
                groupingBy(QuoteRequest.Item::variantId, summingLong(QuoteRequest.Item::quantity)));
    return store
        .quote(context, requested.salesChannelId(), quantities.keySet(), requested.withVariants())
        .compose(found ->
            withAvailability(
                    found.values().stream()
                        .map(VariantPricingRow::variant)
                        .filter(Objects::nonNull)
                        .toList(),
                    requested.salesChannelId())
                .map(found))
        .map(found -> {
          JsonArray quotes = new JsonArray();
          for (QuoteRequest.Item item : requested.items()) {
            VariantPricingRow variant = found.get(item.variantId());
            if (variant != null) {
              quotes.add(
                  variant.quote(
                      requested.regionId(),
                      item.quantity(),
                      Objects.requireNonNull(quantities.get(item.variantId()))));
            }
          }
          return Reply.ok(new JsonObject().put("quotes", quotes));
        });
  }
}
