package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * For whom, where and of what a quote is wanted.
 *
 * @param salesChannelId the channel the products must be in; absent where any will do
 * @param withVariants whether the answer shows the variants; who knows them saves the work
 */
public record QuoteRequest(
    String regionId,
    @Nullable String salesChannelId,
    List<String> customerGroupIds,
    List<Item> items,
    boolean withVariants) {

  public record Item(String variantId, int quantity) {}

  public QuoteRequest {
    customerGroupIds = List.copyOf(customerGroupIds);
    items = List.copyOf(items);
  }

  public static QuoteRequest of(
      String regionId, @Nullable String salesChannelId, Collection<Item> items) {
    return new QuoteRequest(regionId, salesChannelId, List.of(), List.copyOf(items), true);
  }

  JsonObject toJson() {
    JsonArray wanted = new JsonArray();
    items.forEach(item ->
        wanted.add(
            new JsonObject().put("variant_id", item.variantId).put("quantity", item.quantity)));
    return new JsonObject()
        .put("region_id", regionId)
        .put("sales_channel_id", salesChannelId)
        .put("customer_group_ids", new JsonArray(customerGroupIds))
        .put("items", wanted)
        .put("with_variants", withVariants);
  }
}
