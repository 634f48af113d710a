package dev.tradewind.api.catalog;

import dev.tradewind.kernel.json.RecordCodec;
import io.vertx.core.json.JsonObject;
import java.lang.invoke.MethodHandles;
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

  private static final RecordCodec<ShippingOptionQuery> CODEC =
      RecordCodec.ofMessage(MethodHandles.lookup(), ShippingOptionQuery.class);

  public static ShippingOptionQuery byIds(Collection<String> ids) {
    return new ShippingOptionQuery(List.copyOf(ids), null, null, null, null);
  }

  /** The options that shoppers may choose. */
  public static ShippingOptionQuery forShoppers(String regionId, Collection<String> profileIds) {
    return new ShippingOptionQuery(null, regionId, List.copyOf(profileIds), false, false);
  }

  public static ShippingOptionQuery parse(JsonObject json) {
    return CODEC.read(json);
  }

  JsonObject toJson() {
    return CODEC.write(this);
  }
}
