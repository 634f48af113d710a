package dev.tradewind.api.catalog;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Filter of shipping options; an absent component does not filter, an empty list matches none. */
public record ShippingOptionQuery(
    @Nullable List<String> ids,
    @Nullable String regionId,
    @Nullable List<String> profileIds,
    @Nullable Boolean isReturn,
    @Nullable Boolean adminOnly) {

  public static ShippingOptionQuery byIds(Collection<String> ids) {
    return new ShippingOptionQuery(List.copyOf(ids), null, null, null, null);
  }

  /** The options that shoppers may choose. */
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
