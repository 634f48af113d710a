package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Request for quotes of variants in a price context.
 *
 * @param salesChannelId the required channel of the products; absent for any
 * @param withVariants whether the response includes the variants; unnecessary for a caller that has
 *     cached them
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
