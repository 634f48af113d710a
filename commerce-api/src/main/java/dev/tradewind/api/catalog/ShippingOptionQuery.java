package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which shipping options are wanted; what is absent does not filter, an empty list finds none. */
public record ShippingOptionQuery(
    @Nullable List<String> ids,
    @Nullable String regionId,
    @Nullable List<String> profileIds,
    @Nullable Boolean isReturn,
    @Nullable Boolean adminOnly) {

  public static ShippingOptionQuery byIds(Collection<String> ids) {
    return new ShippingOptionQuery(List.copyOf(ids), null, null, null, null);
  }

  /** What a shopper may choose from. */
  public static ShippingOptionQuery forShoppers(String regionId, Collection<String> profileIds) {
    return new ShippingOptionQuery(null, regionId, List.copyOf(profileIds), false, false);
  }

  JsonObject toJson() {
    return new JsonObject()
        .put("ids", ids == null ? null : new JsonArray(ids))
        .put("region_id", regionId)
        .put("profile_ids", profileIds == null ? null : new JsonArray(profileIds))
        .put("is_return", isReturn)
        .put("admin_only", adminOnly);
  }
}
